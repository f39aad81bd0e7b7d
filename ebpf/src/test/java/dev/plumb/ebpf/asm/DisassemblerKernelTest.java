package dev.plumb.ebpf.asm;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R6;
import static dev.plumb.ebpf.asm.Register.R7;
import static dev.plumb.ebpf.asm.Register.R9;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.load.ProgramSpec;
import dev.plumb.ebpf.load.VerifierException;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Compares the disassembler, and the encoding under it, with the text of the verifier's log.
class DisassemblerKernelTest {
    /// `slot: (opcode) text`, which newer kernels follow with the state of registers.
    private static final Pattern LINE = Pattern.compile("(?m)^(\\d+): \\(([0-9a-f]{2})\\) (.*?)(\\s+;.*)?$");

    @Test
    void writesWhatTheVerifierWrites() {
        Code code = program();
        var refused = catchThrowableOfType(
                VerifierException.class, () -> BpfProgram.load(ProgramSpec.socketFilter("text", code)));

        var kernel = new TreeMap<Integer, String>();
        LINE.matcher(refused.log())
                .results()
                .forEach(line -> kernel.put(Integer.parseInt(line.group(1)), line.group(2) + " " + line.group(3)));
        var ours = new TreeMap<Integer, String>();
        for (int index = 0; index < code.instructions().size() - 1; index++) {
            Instruction instruction = code.instructions().get(index);
            String opcode = "%02x ".formatted(Slot.opcode(Encoder.first(instruction)));
            ours.put(code.slot(index), opcode + Disassembler.text(instruction));
        }
        assertThat(kernel).isEqualTo(ours);
    }

    /// Instructions that every kernel knows, on one path; the last but one reads a register without a value, which
    /// makes
    /// the verifier tell how it got there.
    private static Code program() {
        var assembler =
                new Assembler().mov(R0, 7).mov(R2, 3).mov32(R6, R0).neg(R0).neg32(R2);
        for (AluOperation operation : AluOperation.values()) {
            if (operation.offset() == 0) {
                assembler.alu(Width.BITS_64, operation, R0, 5).alu(Width.BITS_32, operation, R0, 5);
                assembler.alu(Width.BITS_64, operation, R0, R6).alu(Width.BITS_32, operation, R0, R6);
            }
        }
        for (Size size : Size.values()) {
            assembler.storeImmediate(Size.DWORD, R10, -8, -1);
            assembler
                    .store(size, R10, -8, R2)
                    .storeImmediate(size, R10, -8, 100)
                    .load(size, R7, R10, -8);
            if (size != Size.BYTE) {
                assembler.toBigEndian(size, R7).toLittleEndian(size, R7);
            }
        }
        assembler.atomicAdd(Size.DWORD, R10, -8, R2).atomicAdd(Size.WORD, R10, -8, R2);
        for (Condition condition : Condition.values()) {
            assembler.append(new Instruction.JumpIf(Width.BITS_64, condition, R7, new Immediate(5), 0));
            assembler.append(new Instruction.JumpIf(Width.BITS_64, condition, R7, R0, 0));
            assembler.append(new Instruction.Jump(0));
        }
        return assembler
                .loadConstant(R2, 0x1122334455667788L)
                .call(Helper.GET_PRANDOM_U32)
                .mov(R0, R9)
                .exit()
                .assembleUnchecked();
    }
}
