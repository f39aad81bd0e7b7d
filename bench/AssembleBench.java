import dev.plumb.ebpf.load.BpfProgram;
import dev.plumb.ebpf.program.Program;
import java.util.Arrays;
import java.util.function.Supplier;

/// How long the largest program of the examples takes from Java calls to instructions, and from those into the kernel.
/// Run by `bench/assemble.sh`.
public final class AssembleBench {
    private static final int ROUNDS = 200;

    private AssembleBench() {}

    public static void main(String[] args) {
        try (CallTracerLab lab = new CallTracerLab(1)) {
            Supplier<Program> build = () -> lab.entry("target", 7, false);
            long first = time(build::get);
            Program program = build.get();
            System.out.printf("largest example: %d instructions%n", program.code().slotCount());
            System.out.printf("first assembly: %.1f ms, with the classes it loads%n", first / 1e6);
            print("assembly", () -> build.get());
            print("load into the kernel, with line info", () -> {
                try (BpfProgram loaded = program.load()) {
                    loaded.fd();
                }
            });
        }
    }

    private static void print(String what, Runnable action) {
        long[] nanos = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            nanos[i] = time(action);
        }
        Arrays.sort(nanos);
        System.out.printf("%s: best %.2f ms, median %.2f ms%n", what, nanos[0] / 1e6, nanos[ROUNDS / 2] / 1e6);
    }

    private static long time(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return System.nanoTime() - start;
    }
}
