package dev.plumb.ebpf.feature;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A kernel setting that decides what is allowed, and what its values mean.
record Setting(String name, Map<String, String> harmless, String otherwise) {
    static List<Setting> all() {
        return List.of(
                new Setting(
                        "kernel.unprivileged_bpf_disabled",
                        Map.of(
                                "0", "anyone may load simple programs",
                                "1", "BPF needs CAP_BPF, until the next boot",
                                "2", "BPF needs CAP_BPF"),
                        ""),
                new Setting(
                        "kernel.perf_event_paranoid",
                        Map.of(
                                "-1", "anyone may use perf events",
                                "0", "anyone may use perf events, but raw tracepoints",
                                "1", "anyone may sample their own processes, with kernel frames",
                                "2", "anyone may sample their own processes; more needs CAP_PERFMON",
                                "3", "perf events need CAP_PERFMON",
                                "4", "perf events need CAP_PERFMON"),
                        ""),
                new Setting(
                        "kernel.kptr_restrict",
                        Map.of(
                                "0", "kernel addresses are visible to whoever may profile the kernel",
                                "1", "kernel addresses need CAP_SYSLOG"),
                        "kernel addresses are hidden even from root; set it to 0 or 1 for kernel symbols"),
                new Setting(
                        "net.core.bpf_jit_enable",
                        Map.of("1", "programs are compiled", "2", "programs are compiled, and printed"),
                        "programs are interpreted, many times slower; set it to 1"),
                new Setting("kernel.perf_event_max_sample_rate", Map.of(), ""),
                new Setting("kernel.perf_event_max_stack", Map.of(), ""));
    }

    Support look() {
        Path file = Path.of("/proc/sys/" + name.replace('.', '/'));
        try {
            String value = read(file);
            String meaning = harmless.get(value);
            if (meaning != null) {
                return new Support.Works(value + ": " + meaning);
            }
            return otherwise.isEmpty() ? new Support.Works(value) : new Support.Missing(value, otherwise);
        } catch (IOException e) {
            return Files.exists(file)
                    ? new Support.NotPermitted("not readable", "for root alone")
                    : new Support.Missing("this kernel has no such setting", "nothing to do");
        }
    }

    /// Reads a setting in one call: the kernel answers a second one with nothing, and `Files.readString` begins with
    /// a read of a single byte where a file says it has none.
    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = new byte[4096];
            int length = in.read(bytes);
            return new String(bytes, 0, Math.max(0, length), StandardCharsets.UTF_8).strip();
        }
    }
}
