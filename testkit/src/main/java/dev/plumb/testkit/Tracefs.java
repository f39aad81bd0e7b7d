package dev.plumb.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Looks into tracefs from a mount namespace of its own, so that no mount is left behind.
final class Tracefs {
    private Tracefs() {}

    /// The kernel's own words where it refuses function tracing although it was built with it.
    static Optional<String> functionTracingRefused() {
        try {
            Process process = new ProcessBuilder(
                            "unshare",
                            "-m",
                            "sh",
                            "-c",
                            "mount -t tracefs tracefs /mnt && head -c 1 /mnt/available_filter_functions > /dev/null")
                    .redirectErrorStream(true)
                    .start();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            int status = process.waitFor();
            return status == 0
                    ? Optional.empty()
                    : Optional.of("the kernel refuses function tracing: " + output.strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
