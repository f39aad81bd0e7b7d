import org.jspecify.annotations.NullMarked;

/// Native symbols: the ELF files of a process and the names in them, in Java alone.
@NullMarked
module dev.plumb.elf {
    requires static transitive org.jspecify;
    requires org.tukaani.xz;

    exports dev.plumb.elf;
    exports dev.plumb.elf.demangle;
    exports dev.plumb.elf.dwarf;
}
