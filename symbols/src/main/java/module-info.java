import org.jspecify.annotations.NullMarked;

/// Addresses to frames: kernel, native and JIT-compiled code, of processes that run and processes that have gone.
@NullMarked
module dev.plumb.symbols {
    requires static transitive org.jspecify;
    requires dev.plumb.elf;
    requires java.net.http;

    exports dev.plumb.symbols;
}
