import org.jspecify.annotations.NullMarked;

/// The eBPF library: assembler, maps, programs, links, ring readers and feature probes, in Java alone.
@NullMarked
module dev.plumb.ebpf {
    requires static transitive org.jspecify;
    requires dev.plumb.elf;

    exports dev.plumb.ebpf;
    exports dev.plumb.ebpf.asm;
    exports dev.plumb.ebpf.btf;
    exports dev.plumb.ebpf.feature;
    exports dev.plumb.ebpf.link;
    exports dev.plumb.ebpf.load;
    exports dev.plumb.ebpf.map;
    exports dev.plumb.ebpf.program;
    exports dev.plumb.ebpf.ring;
}
