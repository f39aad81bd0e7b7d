import dev.plumb.testkit.CProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A process that does a known amount of everything the labs look at, once it is told to.
final class LabProcess implements AutoCloseable {
    static final int CALLS = 23;

    /// Calls `target(i, 2 * i, ...)` 23 times; takes 23 blocks of 100 bytes from an allocator of its own and gives 20
    /// back; reads 23 bytes of `/dev/zero` 23 times.
    private static final String SOURCE = """
            #include <fcntl.h>
            #include <stdio.h>
            #include <unistd.h>
            static char pool[1 << 16];
            static long used;
            __attribute__((noinline)) long target(long a, long b, long c, long d, long e, long f) {
                __asm__ volatile("");
                return a + b;
            }
            __attribute__((noinline)) void *malloc(unsigned long size) {
                __asm__ volatile("");
                void *block = pool + used;
                used += (size + 15) / 16 * 16;
                return used <= (long) sizeof pool ? block : 0;
            }
            __attribute__((noinline)) void free(void *block) { __asm__ volatile("" : : "r"(block)); }
            int main(void) {
                static char buffer[64];
                void *blocks[23];
                int zero = open("/dev/zero", O_RDONLY);
                if (write(1, "ready\\n", 6) != 6 || read(0, buffer, 1) != 1) return 1;
                for (long i = 0; i < 23; i++) target(i, 2 * i, 3, 4, 5, 6);
                for (int i = 0; i < 23; i++) blocks[i] = malloc(100);
                for (int i = 0; i < 20; i++) free(blocks[i]);
                for (int i = 0; i < 23; i++) if (read(zero, buffer, 23) != 23) return 2;
                if (write(1, "done\\n", 5) != 5) return 3;
                return read(0, buffer, 1) < 0;
            }
            """;

    private final Process process;
    private final BufferedReader output;

    private LabProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Path program() {
        return CProgram.compile(SOURCE, "-O1", "-fno-builtin", "-fno-omit-frame-pointer");
    }

    static LabProcess start() throws IOException {
        LabProcess started = new LabProcess(new ProcessBuilder(program().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        started.expect("ready");
        return started;
    }

    int pid() {
        return (int) process.pid();
    }

    void run() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        expect("done");
    }

    private void expect(String line) throws IOException {
        String said = output.readLine();
        if (!line.equals(said)) {
            throw new AssertionError("the process said '" + said + "' instead of '" + line + "'");
        }
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor();
            output.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
