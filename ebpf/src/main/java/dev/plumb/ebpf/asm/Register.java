package dev.plumb.ebpf.asm;

/// A register of the BPF machine.
///
/// `R0` carries results, `R1` to `R5` arguments (every call destroys them), `R6` to `R9` survive calls, `R10` is the
/// read-only frame pointer.
public enum Register implements Operand {
    R0(0),
    R1(1),
    R2(2),
    R3(3),
    R4(4),
    R5(5),
    R6(6),
    R7(7),
    R8(8),
    R9(9),
    R10(10);

    static final int COUNT = values().length;

    private static final Register[] BY_NUMBER = values();

    private final int number;

    Register(int number) {
        this.number = number;
    }

    /// The register's number in an instruction.
    public int number() {
        return number;
    }

    /// The register with a number from 0 to 10.
    public static Register of(int number) {
        if (number < 0 || number >= COUNT) {
            throw new IllegalArgumentException("no register r" + number + "; there are r0 to r10");
        }
        return BY_NUMBER[number];
    }

    /// The register of a call's argument, counted from 0 to 4.
    public static Register argument(int index) {
        if (index < 0 || index > 4) {
            throw new IllegalArgumentException("no argument register " + index + "; a call takes at most five");
        }
        return BY_NUMBER[index + 1];
    }

    /// This register as one bit of a set of registers.
    int bit() {
        return 1 << number;
    }

    @Override
    public String toString() {
        return "r" + number;
    }
}
