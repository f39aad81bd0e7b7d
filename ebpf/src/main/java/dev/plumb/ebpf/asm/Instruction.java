package dev.plumb.ebpf.asm;

/// One instruction of the BPF machine.
///
/// Offsets of jumps, local calls and function references count 8-byte slots from the slot after the instruction's first
/// one, as the kernel does. Instructions are plain data; an [Assembler] makes them with labels instead of offsets.
public sealed interface Instruction {
    /// How many 8-byte slots the instruction takes: two for the forms that carry 64 bits of constant, else one.
    default int slots() {
        return 1;
    }

    /// Whether a register holds something else afterwards.
    default boolean changes(Register register) {
        return ((Effects.writes(this) | Effects.destroys(this)) & register.bit()) != 0;
    }

    /// An instruction that computes in registers.
    sealed interface Computation extends Instruction {
        Register destination();
    }

    /// An instruction that decides what runs next.
    sealed interface Transfer extends Instruction {}

    /// An instruction that reads or writes memory.
    sealed interface Access extends Instruction {
        Size size();
    }

    /// One of the instructions of two slots: it loads 64 bits that are known before the program runs.
    sealed interface Wide extends Instruction {
        Register destination();

        @Override
        default int slots() {
            return 2;
        }
    }

    /// `destination = destination OP source`, or `destination = source` for a move.
    record Alu(Width width, AluOperation operation, Register destination, Operand source) implements Computation {}

    /// `destination = -destination`.
    record Negate(Width width, Register destination) implements Computation {}

    /// `destination = source` with the sign of its low `from` bits spread upwards; needs kernel 6.6.
    record SignExtend(Width width, Size from, Register destination, Register source) implements Computation {
        public SignExtend {
            require(from.bits() < width.bits(), "sign extension", from);
        }
    }

    /// Changes the byte order of the low bytes of a register and clears the rest.
    record ConvertBytes(ByteConversion conversion, Size size, Register destination) implements Computation {
        public ConvertBytes {
            require(size != Size.BYTE, "byte-order change", size);
        }
    }

    /// Turns a pointer between address spaces, for arenas; needs kernel 6.9.
    record CastAddressSpace(Register destination, Register source, int to, int from) implements Computation {
        public CastAddressSpace {
            if (to < 0 || to > 0xffff || from < 0 || from > 0xffff) {
                throw new IllegalArgumentException("address spaces are 0 to 65535, not " + to + " and " + from);
            }
        }
    }

    /// Goes on elsewhere, at most 32,767 slots away.
    record Jump(int offset) implements Transfer {
        public Jump {
            requireJump(offset);
        }
    }

    /// Goes on elsewhere, at any distance; needs kernel 6.6.
    record LongJump(int offset) implements Transfer {}

    /// Goes on elsewhere if a comparison holds.
    record JumpIf(Width width, Condition condition, Register left, Operand right, int offset) implements Transfer {
        public JumpIf {
            requireJump(offset);
        }
    }

    /// Leaves a loop when the kernel's own count of its rounds runs out; needs kernel 6.10.
    record MayGoto(int offset) implements Transfer {
        public MayGoto {
            requireJump(offset);
        }
    }

    /// Calls a helper by number.
    record CallHelper(int id) implements Transfer {}

    /// Calls a function of the same program.
    record CallLocal(int offset) implements Transfer {}

    /// Calls a kernel function by BTF id; `btfIndex` is 0 for the kernel itself, else the place of the module's BTF in
    /// the
    /// descriptor array given at load time.
    record CallKfunc(int btfId, int btfIndex) implements Transfer {
        public CallKfunc {
            requireOffset(btfIndex);
        }
    }

    /// Leaves the function; `R0` is its result.
    record Exit() implements Transfer {}

    /// `destination = *(base + offset)`, the upper bits cleared.
    record Load(Size size, Register destination, Register base, int offset) implements Access {
        public Load {
            requireOffset(offset);
        }
    }

    /// `destination = *(base + offset)`, the sign spread upwards; needs kernel 6.6.
    record LoadSigned(Size size, Register destination, Register base, int offset) implements Access {
        public LoadSigned {
            require(size != Size.DWORD, "sign-extending load", size);
            requireOffset(offset);
        }
    }

    /// `*(base + offset) = source`.
    record Store(Size size, Register base, int offset, Operand source) implements Access {
        public Store {
            requireOffset(offset);
        }
    }

    /// Changes 4 or 8 bytes of memory in one step.
    record Atomic(AtomicOperation operation, Size size, Register base, int offset, Register source) implements Access {
        public Atomic {
            require(size == Size.WORD || size == Size.DWORD, "atomic operation", size);
            requireOffset(offset);
        }
    }

    /// A load that later accesses cannot overtake; needs kernel 6.15.
    record LoadAcquire(Size size, Register destination, Register base, int offset) implements Access {
        public LoadAcquire {
            requireOffset(offset);
        }
    }

    /// A store that earlier accesses cannot be delayed past; needs kernel 6.15.
    record StoreRelease(Size size, Register base, int offset, Register source) implements Access {
        public StoreRelease {
            requireOffset(offset);
        }
    }

    /// `R0 =` packet data at a constant place, in the machine's byte order; `R6` holds the context. For socket filters.
    record LoadPacket(Size size, int offset) implements Access {
        public LoadPacket {
            require(size != Size.DWORD, "packet load", size);
        }
    }

    /// Like [LoadPacket], at a register plus a constant.
    record LoadPacketIndexed(Size size, Register index, int offset) implements Access {
        public LoadPacketIndexed {
            require(size != Size.DWORD, "packet load", size);
        }
    }

    /// Loads a 64-bit constant.
    record LoadConstant(Register destination, long value) implements Wide {}

    /// Loads the address of a map.
    record LoadMap(Register destination, MapReference reference, int map) implements Wide {}

    /// Loads the address of a byte in the value of a map that has only one (an array, as global variables use it).
    record LoadMapValue(Register destination, MapReference reference, int map, int offset) implements Wide {}

    /// Loads the address of a kernel variable or function by BTF id; `btfFd` is 0 for the kernel itself, else the
    /// module's BTF.
    record LoadKernelSymbol(Register destination, int btfId, int btfFd) implements Wide {}

    /// Loads the address of a function of the same program, to hand to a helper that calls it.
    record LoadFunction(Register destination, int offset) implements Wide {}

    /// A slot that is none of the above, kept bit by bit: opcode in the low byte, then the registers (destination in
    /// the
    /// low half), the offset and the constant.
    record Raw(long bits) implements Instruction {}

    private static void require(boolean possible, String what, Size size) {
        if (!possible) {
            throw new IllegalArgumentException("no " + what + " of " + size.bits() + " bits");
        }
    }

    private static void requireOffset(int offset) {
        if (offset != (short) offset) {
            throw new IllegalArgumentException("offset " + offset + " does not fit 16 signed bits");
        }
    }

    private static void requireJump(int offset) {
        if (offset != (short) offset) {
            throw new IllegalArgumentException(
                    "jump over " + offset
                            + " slots does not fit 16 signed bits; jump to a jumpLong nearby (kernel 6.6), or split the program");
        }
    }
}
