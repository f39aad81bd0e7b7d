package dev.plumb.ebpf.load;

import static dev.plumb.ebpf.asm.Register.R0;
import static dev.plumb.ebpf.asm.Register.R1;
import static dev.plumb.ebpf.asm.Register.R10;
import static dev.plumb.ebpf.asm.Register.R2;
import static dev.plumb.ebpf.asm.Register.R3;
import static dev.plumb.ebpf.asm.Register.R6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.asm.Assembler;
import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.asm.Size;
import dev.plumb.ebpf.link.BpfFileSystem;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapSpec;
import dev.plumb.ebpf.map.MapView;
import org.junit.jupiter.api.Test;

class ProgramKernelTest {
    private static final byte[] PACKET = new byte[64];

    @Test
    void returnsWhatItWasToldTo() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("answer", Programs.returning(42)))) {
            assertThat(program.testRun(PACKET, new byte[0]).result()).isEqualTo(42);
        }
    }

    @Test
    void refusesAProgramTheVerifierDislikes() {
        // The result of a lookup is used without a test for zero.
        try (BpfMap map = BpfMap.create(MapSpec.hash("one", 4, 8, 1))) {
            Code code = new Assembler()
                    .storeImmediate(Size.WORD, R10, -4, 0)
                    .loadMap(R1, map.fd())
                    .mov(R2, R10)
                    .add(R2, -4)
                    .call(Helper.MAP_LOOKUP_ELEM)
                    .load(Size.DWORD, R0, R0, 0)
                    .exit()
                    .assemble();
            assertThatThrownBy(() -> BpfProgram.load(ProgramSpec.socketFilter("careless", code)))
                    .isInstanceOfSatisfying(VerifierException.class, e -> {
                        assertThat(e).hasMessageStartingWith("load program 'careless': verifier rejected it");
                        assertThat(e.summary()).contains("map_value_or_null");
                        assertThat(e.getMessage()).contains("lines omitted");
                        assertThat(e.hint()).contains("test the pointer for zero");
                        assertThat(e.log()).contains("call bpf_map_lookup_elem#1");
                        assertThat(e.line()).isNotNull();
                        assertThat(e.line().file()).isEqualTo("ProgramKernelTest.java");
                    });
        }
    }

    @Test
    void callsOnThroughAProgramArray() {
        try (BpfMap array = BpfMap.create(MapSpec.programArray("next", 4));
                BpfProgram last = BpfProgram.load(ProgramSpec.socketFilter("last", Programs.returning(77)));
                BpfProgram first = BpfProgram.load(ProgramSpec.socketFilter("first", tailCall(array, 2)))) {
            assertThat(first.testRun(PACKET, new byte[0]).result()).isEqualTo(1);
            MapView.of(array, Codec.U32, Codec.U32).put(2, last.fd());
            assertThat(first.testRun(PACKET, new byte[0]).result()).isEqualTo(77);
        }
    }

    /// Calls the program at the index; returns 1 if there is none.
    private static Code tailCall(BpfMap array, int index) {
        return new Assembler()
                .loadMap(R2, array.fd())
                .mov(R3, index)
                .call(Helper.TAIL_CALL)
                .mov(R0, 1)
                .exit()
                .assemble();
    }

    @Test
    void callsALocalFunction() {
        Code code = new Assembler()
                .mov(R1, 20)
                .callLocal("twice")
                .add(R0, 2)
                .exit()
                .label("twice")
                .mov(R0, R1)
                .add(R0, R1)
                .exit()
                .assemble();
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("local", code))) {
            assertThat(program.testRun(PACKET, new byte[0]).result()).isEqualTo(42);
        }
    }

    @Test
    void countsRunsWhileStatisticsAreOn() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("counted", Programs.returning(0)))) {
            assertThat(program.info().runCount()).isZero();
            try (RunStatistics _ = RunStatistics.enable()) {
                program.testRun(PACKET, new byte[0], 23);
            }
            ProgramInfo info = program.info();
            assertThat(info.name()).isEqualTo("counted");
            assertThat(info.tag()).hasSize(16);
            // Since Linux 5.11 (commit 607b9cc92bd7) test runs count, before they did not.
            assertThat(info.runCount()).isIn(0L, 23L);
        }
    }

    @Test
    void listsItAmongTheLoadedPrograms() {
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("listed", Programs.returning(0)))) {
            int id = program.info().id();
            assertThat(ProgramInfo.loaded())
                    .anyMatch(info -> info.id() == id && info.name().equals("listed"));
        }
    }

    @Test
    void keepsAPinnedMapAliveUntilUnpinned() throws Exception {
        try (BpfFileSystem bpffs = BpfFileSystem.open()) {
            var path = bpffs.path("plumb-test-" + ProcessHandle.current().pid());
            try (BpfMap map = BpfMap.create(MapSpec.hash("pinned", 4, 8, 4))) {
                MapView.of(map, Codec.U32, Codec.U64).put(1, 23L);
                map.pin(path);
            }
            try (BpfMap again = BpfMap.open(path)) {
                assertThat(again.spec().name()).isEqualTo("pinned");
                assertThat(MapView.of(again, Codec.U32, Codec.U64).lookup(1)).contains(23L);
            } finally {
                java.nio.file.Files.delete(path);
            }
        }
    }

    @Test
    void saysWhichProgramIsClosed() {
        BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("gone", Programs.returning(0)));
        program.close();
        assertThatThrownBy(program::fd).isInstanceOf(BpfException.class).hasMessageContaining("it is closed");
    }

    @Test
    void loadsTheLargestProgramQuietly() {
        Assembler code = new Assembler().mov(R6, 0);
        for (int i = 0; i < 4_000; i++) {
            code.add(R6, 1);
        }
        code.mov(R0, R6).exit();
        try (BpfProgram program = BpfProgram.load(ProgramSpec.socketFilter("large", code.assemble()))) {
            assertThat(program.testRun(PACKET, new byte[0]).result()).isEqualTo(4_000);
        }
    }
}
