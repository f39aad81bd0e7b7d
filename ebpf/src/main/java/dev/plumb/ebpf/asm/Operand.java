package dev.plumb.ebpf.asm;

/// The second operand of a computation, comparison or store: a register or a constant in the instruction.
public sealed interface Operand permits Register, Immediate {}
