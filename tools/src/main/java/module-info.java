import org.jspecify.annotations.NullMarked;

/// The tools: what each one measures in the kernel, and the profile it makes of that. They never print.
@NullMarked
module dev.plumb.tools {
    requires static transitive org.jspecify;
    requires transitive dev.plumb.ebpf;
    requires transitive dev.plumb.profile;
    requires transitive dev.plumb.symbols;

    exports dev.plumb.tools;
    exports dev.plumb.tools.cpu;
    exports dev.plumb.tools.stacks;
}
