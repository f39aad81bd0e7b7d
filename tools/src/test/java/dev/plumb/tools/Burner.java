package dev.plumb.tools;

import dev.plumb.testkit.CProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A C program that burns the CPU in known places until it is closed.
public final class Burner implements AutoCloseable {
    private static final String SOURCE = """
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <time.h>
            #include <unistd.h>

            static volatile long sink;
            static volatile sig_atomic_t ended;

            /* A function that calls another one has a frame. */
            __attribute__((noinline)) void keep(unsigned long x) { sink = x; }

            /* Each step waits for the one before, so that the functions are equally fast wherever they lie. */
            #define BURN(name) __attribute__((noinline)) void name(long n) { \\
                unsigned long x = n; \\
                for (long i = 0; i < n; i++) x = x * 6364136223846793005 + 1; \\
                keep(x); }

            BURN(seventy)
            BURN(twenty)
            BURN(ten)
            BURN(left_work)
            BURN(right_work)

            static double cpu(void) {
                struct timespec t;
                clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
                return t.tv_sec + t.tv_nsec / 1e9;
            }

            static void *left(void *x) { for (;;) left_work(10000); return x; }
            static void *right(void *x) { for (;;) right_work(10000); return x; }

            static void end(int signal) { ended = signal; }

            /* Says at its end how much of its CPU time went to reading. */
            static void readers(void) {
                static char block[1 << 18];
                int zero = open("/dev/zero", O_RDONLY);
                double reading = 0, start = cpu(), last = start;
                signal(SIGTERM, end);
                while (!ended) {
                    double now;
                    do {
                        for (int i = 0; i < 10; i++) if (read(zero, block, sizeof block) < 0) abort();
                        now = cpu();
                    } while (now < last + 0.01);
                    reading += now - last;
                    do for (int i = 0; i < 20; i++) twenty(10000);
                    while ((last = cpu()) < now + 0.01);
                }
                printf("%f\\n", reading / (last - start));
                fflush(stdout);
            }

            int main(int argc, char **argv) {
                const char *mode = argc > 1 ? argv[1] : "shares";
                puts("ready");
                fflush(stdout);
                if (!strcmp(mode, "threads")) {
                    pthread_t a, b;
                    pthread_create(&a, 0, left, 0);
                    pthread_setname_np(a, "left");
                    pthread_create(&b, 0, right, 0);
                    pthread_setname_np(b, "right");
                    pthread_join(a, 0);
                }
                if (!strcmp(mode, "readers")) { readers(); return 0; }
                double limit = argc > 2 ? atof(argv[2]) : 1e9;
                for (;;) {
                    for (int i = 0; i < 20; i++) { seventy(7000); twenty(2000); ten(1000); }
                    if (limit < 1e9 && cpu() > limit) return 0;
                }
            }
            """;

    private final Process process;
    private final BufferedReader said;

    private Burner(Process process) {
        this.process = process;
        this.said = process.inputReader();
    }

    public static Path program() {
        return CProgram.compile(
                SOURCE,
                "-O1",
                "-g",
                "-fno-omit-frame-pointer",
                "-fno-shrink-wrap",
                "-fno-optimize-sibling-calls",
                "-pthread");
    }

    /// Starts it in one of its modes: `shares`, `threads` or `readers`.
    public static Burner start(String mode) {
        return start(List.of(program().toString(), mode));
    }

    /// Starts it by a command line of its own, which prints `ready`.
    public static Burner start(List<String> command) {
        try {
            Burner burner = new Burner(new ProcessBuilder(new ArrayList<>(command))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start());
            if (!"ready".equals(burner.said.readLine())) {
                throw new AssertionError(command + " did not start");
            }
            return burner;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int pid() {
        return (int) process.pid();
    }

    /// Ends it, and gives what it said last.
    public String end() {
        process.toHandle().destroy(); // the process itself would close what it has said
        try {
            String last = said.readLine();
            process.waitFor();
            return last == null ? "" : last;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(30, TimeUnit.SECONDS);
            said.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
