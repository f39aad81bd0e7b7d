package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Architecture;
import java.util.List;

/// Where `struct pt_regs` has the registers that calls use.
///
/// @param arguments the offsets of a function's arguments, first to last
/// @param systemCallArguments the same for system calls
/// @param perfEventBytes the size of the part that perf-event programs see, behind which period and address follow
record Registers(
        List<Integer> arguments,
        List<Integer> systemCallArguments,
        int result,
        int instructionPointer,
        int stackPointer,
        int framePointer,
        int perfEventBytes) {
    private static final Registers X86_64 =
            new Registers(List.of(112, 104, 96, 88, 72, 64), List.of(112, 104, 96, 56, 72, 64), 80, 128, 152, 32, 168);
    private static final Registers AARCH64 =
            new Registers(List.of(0, 8, 16, 24, 32, 40, 48, 56), List.of(0, 8, 16, 24, 32, 40), 0, 256, 248, 232, 272);

    static Registers of(Architecture architecture) {
        return switch (architecture) {
            case X86_64 -> X86_64;
            case AARCH64 -> AARCH64;
        };
    }
}
