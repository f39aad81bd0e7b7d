package dev.plumb.ebpf.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Programs;
import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapView;
import dev.plumb.ebpf.program.Model.Building;
import dev.plumb.ebpf.program.Model.State;
import dev.plumb.ebpf.program.Model.Statement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Programs made at random compute in the kernel what their model computes in Java.
class RandomProgramKernelTest {
    private static final int PROGRAMS = Integer.getInteger("plumb.fuzz.inputs", 2_000);

    /// A virtual machine is many times slower: it does what it can in this time, at least [#MIN_PROGRAMS].
    private static final Duration TIME = Duration.ofSeconds(60);

    private static final int MIN_PROGRAMS = 50;
    private static final int RUNS = 4;
    private static final int INPUTS = 8;
    private static final int VARIABLES = 6;
    private static final long SEED = 3;

    @Test
    void randomProgramsComputeWhatTheirModelDoes() {
        Random random = new Random(SEED);
        RandomModel model = new RandomModel(random, INPUTS, VARIABLES);
        int instructions = 0;
        int programs = 0;
        long deadline = System.nanoTime() + TIME.toNanos();
        try (BpfMap results = Programs.cells(VARIABLES)) {
            MapView<Integer, Long> view = MapView.of(results, Codec.U32, Codec.U64);
            while (programs < PROGRAMS && (programs < MIN_PROGRAMS || System.nanoTime() < deadline)) {
                List<Statement> statements = model.statements(2 + random.nextInt(5), 2);
                Program program = Program.rawTracepoint("random", "none", p -> build(p, statements, results));
                instructions += program.code().slotCount();
                try (BpfProgram loaded = program.load()) {
                    for (int run = 0; run < RUNS; run++) {
                        check(programs, statements, inputs(model), loaded, view);
                    }
                }
                programs++;
            }
        }
        System.out.printf(
                "random programs: %d of %d instructions in all, %d runs each, agree with the model (seed %d)%n",
                programs, instructions, RUNS, SEED);
    }

    private static void build(Body p, List<Statement> statements, BpfMap results) {
        List<Value> inputs = new ArrayList<>();
        List<Variable> variables = new ArrayList<>();
        for (int i = 0; i < INPUTS; i++) {
            inputs.add(p.argument(i));
        }
        for (int i = 0; i < VARIABLES; i++) {
            variables.add(p.variable(p.constant(i).as(Type.U64)));
        }
        Runnable leave = () -> {
            for (int i = 0; i < VARIABLES; i++) {
                p.update(results, p.constant(i), variables.get(i).value());
            }
            p.exit();
        };
        Building building = new Building(p, inputs, variables, leave);
        statements.forEach(statement -> statement.build(building));
        leave.run();
    }

    private static long[] inputs(RandomModel model) {
        long[] inputs = new long[INPUTS];
        for (int i = 0; i < INPUTS; i++) {
            inputs[i] = model.number();
        }
        return inputs;
    }

    private static void check(
            int number, List<Statement> statements, long[] inputs, BpfProgram loaded, MapView<Integer, Long> results) {
        State state = new State(inputs, VARIABLES);
        for (int i = 0; i < VARIABLES; i++) {
            state.variables[i] = i;
        }
        Model.run(statements, state);
        ByteBuffer context = ByteBuffer.allocate(8 * INPUTS).order(ByteOrder.nativeOrder());
        context.asLongBuffer().put(inputs);
        loaded.testRun(new byte[0], context.array());
        for (int i = 0; i < VARIABLES; i++) {
            assertThat(results.lookup(i).orElseThrow())
                    .as("program %d, variable %d: %s", number, i, statements)
                    .isEqualTo(state.variables[i]);
        }
    }
}
