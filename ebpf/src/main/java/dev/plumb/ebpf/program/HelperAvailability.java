package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.load.ProgramType;

/// Which helpers programs of a type have.
final class HelperAvailability {
    private HelperAvailability() {}

    static boolean has(ProgramType type, Helper helper) {
        return true;
    }
}
