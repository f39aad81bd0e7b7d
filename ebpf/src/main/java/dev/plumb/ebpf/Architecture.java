package dev.plumb.ebpf;

/// A processor architecture the library knows; an unknown one is an error, never a guess.
public enum Architecture {
    X86_64,
    AARCH64;

    private static final class Running {
        private static final Architecture ARCHITECTURE = of(System.getProperty("os.arch"));

        private Running() {}
    }

    /// The architecture of the running machine.
    public static Architecture current() {
        return Running.ARCHITECTURE;
    }

    /// The architecture by the JVM's or the kernel's name for it.
    public static Architecture of(String name) {
        return switch (name) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64", "arm64" -> AARCH64;
            default ->
                throw new UnsupportedOperationException(
                        "architecture " + name + ": not supported (x86-64 and aarch64 are)");
        };
    }
}
