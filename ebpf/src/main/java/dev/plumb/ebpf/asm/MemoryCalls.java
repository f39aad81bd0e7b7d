package dev.plumb.ebpf.asm;

/// The calls of an [Assembler] that read and write memory at a register plus a constant.
public sealed interface MemoryCalls permits Assembler {
    /// `destination = *(base + offset)`, the upper bits cleared.
    default Assembler load(Size size, Register destination, Register base, int offset) {
        return self().emit(() -> new Instruction.Load(size, destination, base, offset));
    }

    /// `destination = *(base + offset)`, 1, 2 or 4 bytes with their sign spread upwards; needs kernel 6.6.
    default Assembler loadSigned(Size size, Register destination, Register base, int offset) {
        return self().emit(() -> new Instruction.LoadSigned(size, destination, base, offset));
    }

    /// `*(base + offset) = source`.
    default Assembler store(Size size, Register base, int offset, Register source) {
        return self().emit(() -> new Instruction.Store(size, base, offset, source));
    }

    /// `*(base + offset) = constant`; eight bytes take a constant of 32 bits, sign-extended.
    default Assembler storeImmediate(Size size, Register base, int offset, long constant) {
        return self().emit(() -> new Instruction.Store(size, base, offset, Immediate.of(constant, size.bits())));
    }

    /// `*(base + offset) += source` in one step; 4 or 8 bytes.
    default Assembler atomicAdd(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.ADD, size, base, offset, source);
    }

    /// `*(base + offset) |= source` in one step; needs kernel 5.12.
    default Assembler atomicOr(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.OR, size, base, offset, source);
    }

    /// `*(base + offset) &= source` in one step; needs kernel 5.12.
    default Assembler atomicAnd(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.AND, size, base, offset, source);
    }

    /// `*(base + offset) ^= source` in one step; needs kernel 5.12.
    default Assembler atomicXor(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.XOR, size, base, offset, source);
    }

    /// Like [#atomicAdd]; `source` takes the old value. Needs kernel 5.12.
    default Assembler atomicFetchAdd(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.FETCH_ADD, size, base, offset, source);
    }

    /// Like [#atomicOr]; `source` takes the old value.
    default Assembler atomicFetchOr(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.FETCH_OR, size, base, offset, source);
    }

    /// Like [#atomicAnd]; `source` takes the old value.
    default Assembler atomicFetchAnd(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.FETCH_AND, size, base, offset, source);
    }

    /// Like [#atomicXor]; `source` takes the old value.
    default Assembler atomicFetchXor(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.FETCH_XOR, size, base, offset, source);
    }

    /// Swaps `source` and `*(base + offset)` in one step; needs kernel 5.12.
    default Assembler atomicExchange(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.XCHG, size, base, offset, source);
    }

    /// `*(base + offset) = source` if it equals `R0`, in one step; `R0` takes the old value either way. Needs kernel
    /// 5.12.
    default Assembler atomicCompareExchange(Size size, Register base, int offset, Register source) {
        return atomic(AtomicOperation.CMPXCHG, size, base, offset, source);
    }

    /// An atomic operation chosen at run time.
    default Assembler atomic(AtomicOperation operation, Size size, Register base, int offset, Register source) {
        return self().emit(() -> new Instruction.Atomic(operation, size, base, offset, source));
    }

    /// Loads so that later accesses cannot overtake it; needs kernel 6.15.
    default Assembler loadAcquire(Size size, Register destination, Register base, int offset) {
        return self().emit(() -> new Instruction.LoadAcquire(size, destination, base, offset));
    }

    /// Stores so that earlier accesses cannot be delayed past it; needs kernel 6.15.
    default Assembler storeRelease(Size size, Register base, int offset, Register source) {
        return self().emit(() -> new Instruction.StoreRelease(size, base, offset, source));
    }

    /// `R0 =` 1, 2 or 4 bytes of the packet, in the machine's order; ends the program if it is shorter. `R6` holds the
    /// context; `R1` to `R5` are destroyed. For socket filters.
    default Assembler loadPacket(Size size, int offset) {
        return self().emit(() -> new Instruction.LoadPacket(size, offset));
    }

    /// Like [#loadPacket], at `index + offset`.
    default Assembler loadPacketIndexed(Size size, Register index, int offset) {
        return self().emit(() -> new Instruction.LoadPacketIndexed(size, index, offset));
    }

    private Assembler self() {
        return (Assembler) this;
    }
}
