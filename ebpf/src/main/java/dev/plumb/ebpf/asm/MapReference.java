package dev.plumb.ebpf.asm;

/// How an instruction names a map.
public enum MapReference {
    /// By file descriptor.
    DESCRIPTOR,
    /// By its place in the descriptor array given at load time; needs kernel 5.14.
    INDEX
}
