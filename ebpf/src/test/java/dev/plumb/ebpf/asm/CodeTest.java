package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodeTest {
    private static final int PROGRAMS = Integer.getInteger("plumb.fuzz.inputs", 20_000);

    @Test
    void decodesWhatItEncodes() {
        var random = new Random(42);
        var instructions = new RandomInstructions(random);
        var kinds = new HashSet<Class<?>>();
        long count = 0;
        for (int round = 0; round < PROGRAMS; round++) {
            List<Instruction> program = instructions.program(1 + random.nextInt(20));
            ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            byte[] bytes = RandomFlows.code(program).encode(order);
            assertThat(Code.decode(bytes, order).instructions()).isEqualTo(program);
            program.forEach(each -> kinds.add(each.getClass()));
            count += program.size();
        }
        assertThat(kinds).hasSize(27);
        System.out.println("round trip: " + PROGRAMS + " programs, " + count + " instructions");
    }

    @Test
    void everyOpcodeDecodesAndEncodesToItself() {
        for (int opcode = 0; opcode < 256; opcode++) {
            for (int source = 0; source < 16; source++) {
                byte[] bytes = new byte[16];
                bytes[0] = (byte) opcode;
                bytes[1] = (byte) (source << 4 | 1);
                assertThat(Code.decode(bytes).encode()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void swapsRegistersInBigEndianOrder() {
        Code code = RandomFlows.code(List.of(new Instruction.Store(Size.WORD, R1, 0x0102, R2)));

        assertThat(HexFormat.of().formatHex(code.encode(ByteOrder.LITTLE_ENDIAN)))
                .isEqualTo("6321020100000000");
        assertThat(HexFormat.of().formatHex(code.encode(ByteOrder.BIG_ENDIAN))).isEqualTo("6312010200000000");
    }

    @Test
    void refusesBytesThatAreCutOff() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Code.decode(new byte[15]))
                .withMessageStartingWith("decode program: 15 bytes are not a whole number of 8-byte instructions");
    }

    @Test
    void decodesNothingToNothing() {
        assertThat(Code.decode(new byte[0]).instructions()).isEmpty();
        assertThat(Code.decode(new byte[0]).encode()).isEmpty();
    }

    @Test
    void keepsHalfOfAWideInstructionAsItIs() {
        byte[] whole =
                RandomFlows.code(List.of(new Instruction.LoadConstant(R1, 5))).encode();
        byte[] half = Arrays.copyOf(whole, 8);

        assertThat(Code.decode(half).instructions()).hasOnlyElementsOfType(Instruction.Raw.class);
        assertThat(Code.decode(half).encode()).isEqualTo(half);
    }

    @Test
    void keepsAWideInstructionWithSomethingInItsSecondHalfAsItIs() {
        byte[] bytes =
                RandomFlows.code(List.of(new Instruction.LoadConstant(R1, 5))).encode();
        bytes[8] = (byte) 0xb7;

        assertThat(Code.decode(bytes).instructions().getFirst()).isInstanceOf(Instruction.Raw.class);
        assertThat(Code.decode(bytes).encode()).isEqualTo(bytes);
    }

    @Test
    void writesIntoASegmentWhatItEncodes() {
        Code code = EveryInstruction.code();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(code.slotCount() * 8L + 8);
            code.encodeTo(segment);
            byte[] written = segment.asSlice(0, code.slotCount() * 8L).toArray(ValueLayout.JAVA_BYTE);
            assertThat(written).isEqualTo(code.encode());
        }
    }

    @Test
    void countsSlotsAsTheKernelDoes() {
        Code code = new Assembler().loadConstant(R1, 1).mov(R0, R1).exit().assemble();

        assertThat(code.slotCount()).isEqualTo(4);
        assertThat(code.slot(1)).isEqualTo(2);
        assertThat(code.index(2)).isEqualTo(1);
        assertThat(code.index(1)).isEqualTo(-1);
        assertThat(code.sourceOfSlot(1)).isEqualTo(code.source(0));
        assertThat(code.sourceOfSlot(4)).isEqualTo(SourceLine.UNKNOWN);
        assertThat(code.sourceOfSlot(-1)).isEqualTo(SourceLine.UNKNOWN);
    }

    @Test
    void namesItsFunctions() {
        Code code = new Assembler("main_program")
                .label("start")
                .callLocal("twice")
                .jumpIfEqual(R0, 0, "start")
                .exit()
                .label("aaa")
                .label("twice")
                .mov(R0, R1)
                .jumpIfEqual(R0, 0, "aaa")
                .exit()
                .assembleUnchecked();

        assertThat(code.functions())
                .containsExactly(new Code.Function("main_program", 0), new Code.Function("twice", 3));
    }

    @Test
    void findsTheFunctionsOfADecodedProgram() {
        Code code = Code.decode(EveryInstruction.code().encode());

        assertThat(code.functions())
                .containsExactly(new Code.Function("main", 0), new Code.Function("function_202", 202));
    }
}
