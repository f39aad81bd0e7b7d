package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R7;
import static dev.plumb.ebpf.asm.Register.R9;

/// A program, of no use, with every call the assembler has.
final class EveryInstruction {
    private EveryInstruction() {}

    static Code code() {
        var assembler = new Assembler("every");
        arithmetic(assembler);
        arithmetic32(assembler);
        special(assembler);
        assembler.label("back");
        jumps(assembler, "back");
        jumps32(assembler, "ahead");
        assembler.jump("back").jumpLong("ahead").mayGoto("ahead");
        assembler.call(Helper.MAP_LOOKUP_ELEM).call(9999).callLocal("function");
        assembler.callKfunc(0x12345).callKfunc(77, 2);
        memory(assembler);
        atomics(assembler);
        constants(assembler);
        assembler.append(new Instruction.Raw(0x1122334455667788L));
        assembler.label("ahead").exit();
        assembler.label("function").mov(R0, 0).exit();
        return assembler.assembleUnchecked();
    }

    private static void arithmetic(Assembler assembler) {
        assembler.mov(R1, R2).mov(R1, -7).add(R1, R2).add(R9, 0x7fffffff);
        assembler.sub(R1, R2).sub(R1, 5).mul(R1, R2).mul(R1, 5).div(R1, R2).div(R1, 5);
        assembler.mod(R1, R2).mod(R1, 5).sdiv(R1, R2).sdiv(R1, -5).smod(R1, R2).smod(R1, -5);
        assembler.or(R1, R2).or(R1, 5).and(R1, R2).and(R1, -8).xor(R1, R2).xor(R1, 5);
        assembler.lsh(R1, R2).lsh(R1, 63).rsh(R1, R2).rsh(R1, 63).arsh(R1, R2).arsh(R1, 63);
        assembler.neg(R3);
    }

    private static void arithmetic32(Assembler assembler) {
        assembler.mov32(R1, R10).mov32(R1, 0xffffffffL).add32(R1, R2).add32(R9, 0x7fffffff);
        assembler
                .sub32(R1, R2)
                .sub32(R1, 5)
                .mul32(R1, R2)
                .mul32(R1, 5)
                .div32(R1, R2)
                .div32(R1, 5);
        assembler
                .mod32(R1, R2)
                .mod32(R1, 5)
                .sdiv32(R1, R2)
                .sdiv32(R1, -5)
                .smod32(R1, R2)
                .smod32(R1, -5);
        assembler
                .or32(R1, R2)
                .or32(R1, 5)
                .and32(R1, R2)
                .and32(R1, -8)
                .xor32(R1, R2)
                .xor32(R1, 5);
        assembler
                .lsh32(R1, R2)
                .lsh32(R1, 31)
                .rsh32(R1, R2)
                .rsh32(R1, 31)
                .arsh32(R1, R2)
                .arsh32(R1, 31);
        assembler.neg32(R3);
    }

    private static void special(Assembler assembler) {
        assembler.movSigned(Size.BYTE, R1, R2).movSigned(Size.HALF, R1, R2).movSigned(Size.WORD, R1, R2);
        assembler.movSigned32(Size.BYTE, R1, R2).movSigned32(Size.HALF, R1, R2);
        for (Size size : new Size[] {Size.HALF, Size.WORD, Size.DWORD}) {
            assembler.toLittleEndian(size, R7).toBigEndian(size, R7).swapBytes(size, R7);
        }
        assembler.castAddressSpace(R1, R2, 0, 1);
    }

    private static void jumps(Assembler assembler, String to) {
        assembler.jumpIfEqual(R1, R2, to).jumpIfEqual(R1, 5, to);
        assembler.jumpIfNotEqual(R1, R2, to).jumpIfNotEqual(R1, -5, to);
        assembler.jumpIfGreater(R1, R2, to).jumpIfGreater(R1, 5, to);
        assembler.jumpIfGreaterOrEqual(R1, R2, to).jumpIfGreaterOrEqual(R1, 5, to);
        assembler.jumpIfLess(R1, R2, to).jumpIfLess(R1, 5, to);
        assembler.jumpIfLessOrEqual(R1, R2, to).jumpIfLessOrEqual(R1, 5, to);
        assembler.jumpIfSignedGreater(R1, R2, to).jumpIfSignedGreater(R1, -5, to);
        assembler.jumpIfSignedGreaterOrEqual(R1, R2, to).jumpIfSignedGreaterOrEqual(R1, -5, to);
        assembler.jumpIfSignedLess(R1, R2, to).jumpIfSignedLess(R1, -5, to);
        assembler.jumpIfSignedLessOrEqual(R1, R2, to).jumpIfSignedLessOrEqual(R1, -5, to);
        assembler.jumpIfAnyBitSet(R1, R2, to).jumpIfAnyBitSet(R1, 0x40, to);
    }

    private static void jumps32(Assembler assembler, String to) {
        assembler.jumpIfEqual32(R1, R2, to).jumpIfEqual32(R1, 5, to);
        assembler.jumpIfNotEqual32(R1, R2, to).jumpIfNotEqual32(R1, -5, to);
        assembler.jumpIfGreater32(R1, R2, to).jumpIfGreater32(R1, 0xfffffffeL, to);
        assembler.jumpIfGreaterOrEqual32(R1, R2, to).jumpIfGreaterOrEqual32(R1, 5, to);
        assembler.jumpIfLess32(R1, R2, to).jumpIfLess32(R1, 5, to);
        assembler.jumpIfLessOrEqual32(R1, R2, to).jumpIfLessOrEqual32(R1, 5, to);
        assembler.jumpIfSignedGreater32(R1, R2, to).jumpIfSignedGreater32(R1, -5, to);
        assembler.jumpIfSignedGreaterOrEqual32(R1, R2, to).jumpIfSignedGreaterOrEqual32(R1, -5, to);
        assembler.jumpIfSignedLess32(R1, R2, to).jumpIfSignedLess32(R1, -5, to);
        assembler.jumpIfSignedLessOrEqual32(R1, R2, to).jumpIfSignedLessOrEqual32(R1, -5, to);
        assembler.jumpIfAnyBitSet32(R1, R2, to).jumpIfAnyBitSet32(R1, 0x40, to);
    }

    private static void memory(Assembler assembler) {
        for (Size size : Size.values()) {
            assembler.load(size, R1, R10, -8).load(size, R3, R2, 32767);
            assembler.store(size, R10, -16, R9).storeImmediate(size, R10, -32768, 100);
            assembler.loadAcquire(size, R1, R2, 8).storeRelease(size, R10, -8, R9);
            if (size != Size.DWORD) {
                assembler.loadSigned(size, R1, R10, -8);
                assembler.loadPacket(size, 12).loadPacketIndexed(size, R7, -4);
            }
        }
        assembler.storeImmediate(Size.DWORD, R10, -8, -1).storeImmediate(Size.BYTE, R10, -1, 255);
    }

    private static void atomics(Assembler assembler) {
        for (Size size : new Size[] {Size.WORD, Size.DWORD}) {
            assembler.atomicAdd(size, R10, -8, R2).atomicFetchAdd(size, R10, -8, R2);
            assembler.atomicOr(size, R10, -8, R2).atomicFetchOr(size, R10, -8, R2);
            assembler.atomicAnd(size, R10, -8, R2).atomicFetchAnd(size, R10, -8, R2);
            assembler.atomicXor(size, R10, -8, R2).atomicFetchXor(size, R10, -8, R2);
            assembler.atomicExchange(size, R10, -8, R2).atomicCompareExchange(size, R10, -8, R2);
        }
    }

    private static void constants(Assembler assembler) {
        assembler.loadConstant(R1, 0x1122334455667788L).loadConstant(R1, -1).loadConstant(R1, 0xffffffffL);
        assembler.loadMap(R1, 5).loadMapValue(R2, 6, 24).loadMapByIndex(R1, 3).loadMapValueByIndex(R2, 4, 8);
        assembler.loadKernelSymbol(R3, 0x4321).loadKernelSymbol(R3, 0x4321, 9).loadFunction(R7, "function");
    }
}
