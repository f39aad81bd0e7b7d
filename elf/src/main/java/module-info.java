import org.jspecify.annotations.NullMarked;

/// Native symbols: the ELF files of a process and the names in them, in Java alone.
@NullMarked
module dev.plumb.elf {
    requires static transitive org.jspecify;

    exports dev.plumb.elf.demangle;
}
