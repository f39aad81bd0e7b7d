package dev.plumb.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C and SIGTERM, for commands that end early on them and still report.
///
/// The virtual machine answers both by running its shutdown hooks. The hook here tells the command to end, waits until
/// it has, and leaves with the status that the command gave.
final class Interruption {
    private static final CountDownLatch REQUESTED = new CountDownLatch(1);
    private static final CompletableFuture<Integer> STATUS = new CompletableFuture<>();
    private static boolean armed;
    private static boolean expected;

    private Interruption() {}

    /// Says that this process ends by [#exit]; what runs commands inside another program does not say so.
    static synchronized void arm() {
        armed = true;
    }

    /// From now on the command looks at [#await]; without this, Ctrl-C ends the process at once.
    static synchronized void expect() {
        if (armed && !expected) {
            expected = true;
            Runtime.getRuntime().addShutdownHook(new Thread(Interruption::endOrderly, "interruption"));
        }
    }

    private static void endOrderly() {
        REQUESTED.countDown();
        Runtime.getRuntime().halt(STATUS.join());
    }

    /// Waits; true if the user wants an end, now or before.
    static boolean await(long millis) {
        try {
            return REQUESTED.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Leaves the process, whether or not an end was asked for.
    static void exit(int status) {
        STATUS.complete(status);
        System.exit(status);
    }
}
