package dev.plumb.ebpf.internal.code;

/// What an operation works on.
public sealed interface Operand {
    /// A value that lives in some register or stack slot; which one is found at the end.
    record Temp(int id) implements Operand {}

    /// A constant.
    record Literal(long value) implements Operand {
        /// Whether an instruction can hold it: 32 bits, sign-extended.
        public boolean fits() {
            return value == (int) value;
        }
    }

    /// The address of a byte of a stack slot.
    record StackAddress(Slot slot, int offset) implements Operand {
        /// The distance from the frame pointer.
        public int frameOffset() {
            return slot.offset() + offset;
        }
    }

    /// A map, by its descriptor.
    record MapAddress(int fd) implements Operand {}

    /// A function of the same program.
    record FunctionAddress(String label) implements Operand {}
}
