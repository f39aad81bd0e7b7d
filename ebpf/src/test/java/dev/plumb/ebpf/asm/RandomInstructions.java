package dev.plumb.ebpf.asm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/// Draws instructions of every form, with every operand.
final class RandomInstructions {
    private final Random random;
    private final List<Supplier<Instruction>> forms = new ArrayList<>();

    RandomInstructions(Random random) {
        this.random = random;
        addComputations();
        addTransfers();
        addAccesses();
        addConstants();
    }

    int forms() {
        return forms.size();
    }

    Instruction next() {
        return forms.get(random.nextInt(forms.size())).get();
    }

    List<Instruction> program(int length) {
        var program = new ArrayList<Instruction>();
        for (int index = 0; index < length; index++) {
            program.add(next());
        }
        return program;
    }

    private void addComputations() {
        forms.add(() -> new Instruction.Alu(width(), one(AluOperation.values()), register(), operand()));
        forms.add(() -> new Instruction.Negate(width(), register()));
        forms.add(() -> new Instruction.SignExtend(Width.BITS_64, below(Size.DWORD), register(), register()));
        forms.add(() -> new Instruction.SignExtend(Width.BITS_32, below(Size.WORD), register(), register()));
        forms.add(() -> new Instruction.ConvertBytes(
                one(ByteConversion.values()), one(Size.HALF, Size.WORD, Size.DWORD), register()));
        forms.add(() -> new Instruction.CastAddressSpace(
                register(), register(), random.nextInt(0x10000), random.nextInt(0x10000)));
    }

    private void addTransfers() {
        forms.add(() -> new Instruction.Jump(offset()));
        forms.add(() -> new Instruction.LongJump(constant()));
        forms.add(() -> new Instruction.JumpIf(width(), one(Condition.values()), register(), operand(), offset()));
        forms.add(() -> new Instruction.MayGoto(offset()));
        forms.add(() -> new Instruction.CallHelper(constant()));
        forms.add(() -> new Instruction.CallHelper(random.nextInt(220)));
        forms.add(() -> new Instruction.CallLocal(constant()));
        forms.add(() -> new Instruction.CallKfunc(constant(), offset()));
        forms.add(Instruction.Exit::new);
    }

    private void addAccesses() {
        forms.add(() -> new Instruction.Load(size(), register(), register(), offset()));
        forms.add(() -> new Instruction.LoadSigned(below(Size.DWORD), register(), register(), offset()));
        forms.add(() -> new Instruction.Store(size(), register(), offset(), operand()));
        forms.add(() -> new Instruction.Atomic(
                one(AtomicOperation.values()), one(Size.WORD, Size.DWORD), register(), offset(), register()));
        forms.add(() -> new Instruction.LoadAcquire(size(), register(), register(), offset()));
        forms.add(() -> new Instruction.StoreRelease(size(), register(), offset(), register()));
        forms.add(() -> new Instruction.LoadPacket(below(Size.DWORD), constant()));
        forms.add(() -> new Instruction.LoadPacketIndexed(below(Size.DWORD), register(), constant()));
    }

    private void addConstants() {
        forms.add(() -> new Instruction.LoadConstant(register(), random.nextLong()));
        forms.add(() -> new Instruction.LoadMap(register(), one(MapReference.values()), constant()));
        forms.add(() -> new Instruction.LoadMapValue(register(), one(MapReference.values()), constant(), constant()));
        forms.add(() -> new Instruction.LoadKernelSymbol(register(), constant(), constant()));
        forms.add(() -> new Instruction.LoadFunction(register(), constant()));
        // 0x8f and 0xff are opcodes of no instruction.
        forms.add(() -> new Instruction.Raw((random.nextLong() & ~0xffL) | (random.nextBoolean() ? 0x8f : 0xff)));
    }

    private Register register() {
        return one(Register.values());
    }

    private Width width() {
        return one(Width.values());
    }

    private Size size() {
        return one(Size.values());
    }

    private Size below(Size limit) {
        return Size.ofBytes(1 << random.nextInt(Integer.numberOfTrailingZeros(limit.bytes())));
    }

    private Operand operand() {
        return random.nextBoolean() ? register() : new Immediate(constant());
    }

    private int offset() {
        return random.nextInt(4) == 0 ? random.nextInt(20) - 10 : (short) random.nextInt();
    }

    private int constant() {
        return random.nextInt(4) == 0 ? random.nextInt(20) - 10 : random.nextInt();
    }

    @SafeVarargs
    private <T> T one(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
