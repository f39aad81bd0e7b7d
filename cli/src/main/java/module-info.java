import org.jspecify.annotations.NullMarked;

/// The `plumb` command: picocli commands and terminal rendering.
@NullMarked
module dev.plumb.cli {
    requires static transitive org.jspecify;
    requires dev.plumb.ebpf;
    requires dev.plumb.symbols;
    requires dev.plumb.profile;
    requires dev.plumb.tools;
    requires info.picocli;

    opens dev.plumb.cli to
            info.picocli;
}
