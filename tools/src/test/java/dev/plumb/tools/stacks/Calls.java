package dev.plumb.tools.stacks;

import dev.plumb.testkit.CProgram;
import java.nio.file.Path;

/// A C program that calls `target` from known places a known number of times, and then waits for its input to end.
final class Calls {
    private static final String SOURCE = """
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            static volatile long sink;
            __attribute__((noinline)) long target(long n) { __asm__ volatile(""); return sink += n; }
            __attribute__((noinline)) void fifteen(void) { for (long i = 0; i < 15; i++) target(100); sink++; }
            __attribute__((noinline)) void eight(void) { for (long i = 0; i < 8; i++) target(7); sink++; }

            void path(int depth, long bits);
            __attribute__((noinline)) void even(int depth, long bits) { path(depth - 1, bits >> 1); sink++; }
            __attribute__((noinline)) void odd(int depth, long bits) { path(depth - 1, bits >> 1); sink++; }
            __attribute__((noinline)) void path(int depth, long bits) {
                if (depth == 0) target(1);
                else if (bits & 1) odd(depth, bits);
                else even(depth, bits);
                sink++;
            }

            int main(int argc, char **argv) {
                puts("ready");
                fflush(stdout);
                if (getchar() == EOF) return 1;
                if (argc > 1) for (long i = 0; i < atol(argv[1]); i++) path(17, i);
                else { fifteen(); eight(); }
                puts("done");
                fflush(stdout);
                getchar();
                return 0;
            }
            """;

    private Calls() {}

    static Path program() {
        return CProgram.compile(SOURCE, "-O1", "-g", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls");
    }
}
