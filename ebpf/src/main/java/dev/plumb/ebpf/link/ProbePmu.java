package dev.plumb.ebpf.link;

import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The perf PMU of kprobes or uprobes, as sysfs describes it. Linux has them since 4.17.
record ProbePmu(int type, int returnBit) {
    private static final Path DEVICES = Path.of("/sys/bus/event_source/devices");

    static ProbePmu kprobe(String operation) {
        return read(
                operation,
                "kprobe",
                "kprobes",
                "this kernel was built without CONFIG_KPROBES; tracepoints and uprobes may work: see `plumb doctor`");
    }

    static ProbePmu uprobe(String operation) {
        return read(operation, "uprobe", "uprobes", "this kernel was built without CONFIG_UPROBES");
    }

    private static ProbePmu read(String operation, String name, String feature, String hint) {
        Path folder = DEVICES.resolve(name);
        try {
            int type = Integer.parseInt(Files.readString(folder.resolve("type")).strip());
            String bit = Files.readString(folder.resolve("format/retprobe")).strip(); // such as config:0
            return new ProbePmu(type, Integer.parseInt(bit.substring(bit.indexOf(':') + 1)));
        } catch (IOException | NumberFormatException e) {
            UnsupportedFeatureException missing =
                    new UnsupportedFeatureException(operation, feature, null, Errno.ENOENT, hint);
            missing.addSuppressed(e);
            throw missing;
        }
    }

    long config(boolean onReturn) {
        return onReturn ? 1L << returnBit : 0;
    }
}
