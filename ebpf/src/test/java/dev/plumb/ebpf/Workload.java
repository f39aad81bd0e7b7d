package dev.plumb.ebpf;

import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A C program with known behaviour that waits to be told to go, so that probes are in place before it acts.
public final class Workload implements AutoCloseable {
    public static final int CALLS = 23;

    /// Calls `target(i, 2 * i)`, which returns the sum, 23 times; reads 23 bytes 23 times; asks for its parent
    /// 23 times and for its user 2,000 times; then burns the CPU in `burn`, and in the kernel, for as many
    /// milliseconds as its argument says. All of it on CPU 0.
    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <poll.h>
            #include <sched.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <time.h>
            #include <unistd.h>
            #include <sys/syscall.h>

            __attribute__((noinline)) long target(long a, long b) { __asm__ volatile(""); return a + b; }

            static long now(void) {
                struct timespec t;
                clock_gettime(CLOCK_MONOTONIC, &t);
                return t.tv_sec * 1000 + t.tv_nsec / 1000000;
            }

            __attribute__((noinline)) void burn(long millis) {
                volatile long x = 0;
                for (long end = now() + millis; now() < end;)
                    for (int i = 0; i < 100000; i++) x += i;
            }

            __attribute__((noinline)) void burn_kernel(long millis, int fd) {
                static char block[1 << 16];
                for (long end = now() + millis; now() < end;)
                    if (read(fd, block, sizeof block) < 0) abort();
            }

            int main(int argc, char **argv) {
                char buffer[64];
                cpu_set_t first;
                CPU_ZERO(&first);
                CPU_SET(0, &first);
                sched_setaffinity(0, sizeof first, &first);
                int zero = open("/dev/zero", O_RDONLY);
                long millis = argc > 1 ? atol(argv[1]) : 0;
                puts("ready");
                fflush(stdout);
                if (!fgets(buffer, sizeof buffer, stdin)) return 1;
                for (long i = 0; i < 23; i++) target(i, 2 * i);
                for (int i = 0; i < 23; i++) if (read(zero, buffer, 23) != 23) return 2;
                for (int i = 0; i < 23; i++) syscall(SYS_getppid);
                for (int i = 0; i < 2000; i++) syscall(SYS_getuid);
                if (millis) { burn(millis); burn_kernel(millis, zero); }
                puts("done");
                fflush(stdout);
                struct pollfd in = {0, POLLIN, 0};
                poll(&in, 1, -1);
                return 0;
            }
            """;

    private final Process process;

    private Workload(Process process) {
        this.process = process;
    }

    /// The program itself.
    public static Path program() {
        return CProgram.compile(SOURCE, "-O1", "-g", "-fno-omit-frame-pointer");
    }

    /// Starts it, ready to go.
    public static Workload start(long burnMillis) {
        try {
            Process process = new ProcessBuilder(program().toString(), Long.toString(burnMillis))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Workload workload = new Workload(process);
            workload.expect("ready");
            return workload;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int pid() {
        return (int) process.pid();
    }

    /// Lets it act, and waits until it has; it stays alive, so that its memory map can be read.
    public void run() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            expect("done");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Lets it end, and waits until it has.
    public void finish() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void expect(String line) throws IOException {
        StringBuilder read = new StringBuilder();
        int c;
        while ((c = process.getInputStream().read()) >= 0 && c != '\n') {
            read.append((char) c);
        }
        if (!read.toString().equals(line)) {
            throw new AssertionError("workload said '" + read + "' instead of '" + line + "'");
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            process.getInputStream().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
