package dev.plumb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What standard output is connected to.
final class Terminal {
    /// The width everything is written for.
    static final int COLUMNS = 80;

    private Terminal() {}

    /// Whether to colour standard output: on a terminal that can, unless NO_COLOR asks not to.
    static boolean colours() {
        return isTerminal(1) && System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
    }

    /// Whether a file descriptor is a terminal. The kernel's own link tells; `System.console()` would look at standard
    /// input as well.
    static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }
}
