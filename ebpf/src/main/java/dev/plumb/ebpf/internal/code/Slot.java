package dev.plumb.ebpf.internal.code;

/// A block of a function's stack frame.
///
/// @param offset of its first byte from the frame pointer, negative
public record Slot(int offset, int sizeBytes) {}
