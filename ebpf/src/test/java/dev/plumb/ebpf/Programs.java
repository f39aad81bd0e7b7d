package dev.plumb.ebpf;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R6;

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
        Assembler code = new Assembler().mov(R6, R1);
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

    /// A counter array for [#counting].
    public static BpfMap counter() {
        return BpfMap.create(MapSpec.array("counter", 8, 1));
    }

    public static long count(BpfMap counter) {
        return MapView.of(counter, Codec.U32, Codec.U64).lookup(0).orElseThrow();
    }
}
