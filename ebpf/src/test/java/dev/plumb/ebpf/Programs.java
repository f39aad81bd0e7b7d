package dev.plumb.ebpf;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R6;
import static dev.plumb.ebpf.asm.Register.R7;

import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;

/// Small programs that tests load.
public final class Programs {
    private Programs() {}

    public static Code returning(int value) {
        return new Assembler().mov(R0, value).exit().assemble();
    }

    /// Counts the runs in cell 0 of an array of 64-bit numbers, for the process `pid` alone (0: all).
    public static Code counting(BpfMap counts, int pid) {
        Assembler code = new Assembler();
        if (pid != 0) {
            code.call(Helper.GET_CURRENT_PID_TGID).rsh(R0, 32).jumpIfNotEqual(R0, pid, "out");
        }
        code.storeImmediate(Size.WORD, R10, -4, 0)
                .loadMap(R1, counts.fd())
                .mov(R2, R10)
                .add(R2, -4)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jumpIfEqual(R0, 0, "out")
                .mov(R1, 1)
                .atomicAdd(Size.DWORD, R0, 0, R1)
                .label("out")
                .mov(R0, 0)
                .exit();
        return code.assemble();
    }

    public static Code summing(BpfMap cells, int pid, int contextOffset, long wanted) {
        return summing(cells, pid, Size.DWORD, contextOffset, wanted);
    }

    /// For the process `pid`: reads a number at an offset of the context and, if it is `wanted` (any if
    /// negative), counts it in cell 0 and adds it up in cell 1.
    public static Code summing(BpfMap cells, int pid, Size size, int contextOffset, long wanted) {
        Assembler code = new Assembler()
                .load(size, R7, R1, contextOffset)
                .call(Helper.GET_CURRENT_PID_TGID)
                .rsh(R0, 32)
                .jumpIfNotEqual(R0, pid, "out");
        if (wanted >= 0) {
            code.jumpIfNotEqual(R7, wanted, "out");
        }
        add(code, cells, 0);
        code.mov(R1, 1).atomicAdd(Size.DWORD, R0, 0, R1);
        add(code, cells, 1);
        return code.atomicAdd(Size.DWORD, R0, 0, R7)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    private static void add(Assembler code, BpfMap cells, int cell) {
        code.storeImmediate(Size.WORD, R10, -4, cell)
                .loadMap(R1, cells.fd())
                .mov(R2, R10)
                .add(R2, -4)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jumpIfEqual(R0, 0, "out");
    }

    /// Counts in the cell whose number is the attach cookie, for the process `pid`.
    public static Code countingByCookie(BpfMap cells, int pid) {
        return new Assembler()
                .mov(R6, R1)
                .call(Helper.GET_CURRENT_PID_TGID)
                .rsh(R0, 32)
                .jumpIfNotEqual(R0, pid, "out")
                .mov(R1, R6)
                .call(Helper.GET_ATTACH_COOKIE)
                .store(Size.WORD, R10, -4, R0)
                .loadMap(R1, cells.fd())
                .mov(R2, R10)
                .add(R2, -4)
                .call(Helper.MAP_LOOKUP_ELEM)
                .jumpIfEqual(R0, 0, "out")
                .mov(R1, 1)
                .atomicAdd(Size.DWORD, R0, 0, R1)
                .label("out")
                .mov(R0, 0)
                .exit()
                .assemble();
    }

    /// An array of 64-bit cells for the programs here.
    public static BpfMap cells(int count) {
        return BpfMap.create(MapSpec.array("cells", 8, count));
    }

    public static long cell(BpfMap cells, int index) {
        return MapView.of(cells, Codec.U32, Codec.U64).lookup(index).orElseThrow();
    }
}
