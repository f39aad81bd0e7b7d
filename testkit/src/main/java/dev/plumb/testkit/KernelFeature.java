package dev.plumb.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What a test may need of the kernel, each with the evidence that this kernel lacks it.
///
/// The evidence does not come from the library under test: it is the absence of the kernel function that implements the
/// feature, or of the file that announces it. A feature with no evidence against it is taken to be there, and a test
/// that then fails, fails.
public enum KernelFeature {
    KPROBES("register_kprobe"),
    KPROBE_MULTI("register_fprobe_ips"),
    FENTRY("arch_prepare_bpf_trampoline", "register_ftrace_direct") {
        @Override
        Optional<String> refused() {
            return Tracefs.functionTracingRefused();
        }
    },
    TRACING_PROGRAMS("bpf_tracing_prog_attach|bpf_raw_tracepoint_open|__sys_bpf"),
    UPROBES("uprobe_register|uprobe_register_refctr|__uprobe_register"),
    UPROBE_MULTI("bpf_uprobe_multi_link_attach"),
    PERF_LINK("bpf_perf_link_release"),
    ATTACH_COOKIE("bpf_get_attach_cookie_trace"),
    BPF_LOOP("bpf_loop"),
    RINGBUF("ringbuf_map_alloc"),
    BATCH_OPERATIONS("generic_map_lookup_batch"),
    RAW_TEST_RUN("bpf_prog_test_run_raw_tp|bpf_prog_test_run_tracing");

    private final List<String> functions;

    KernelFeature(String... functions) {
        this.functions = List.of(functions);
    }

    /// Why this kernel provably lacks the feature; empty where it has it.
    public Optional<String> missing() {
        for (String alternatives : functions) {
            boolean found = false;
            for (String function : alternatives.split("\\|")) {
                found |= Kallsyms.FUNCTIONS.contains(function);
            }
            if (!found) {
                return Optional.of("this kernel has no " + alternatives.replace("|", " or "));
            }
        }
        return refused();
    }

    Optional<String> refused() {
        return Optional.empty();
    }

    private static final class Kallsyms {
        private static final Set<String> FUNCTIONS = read();

        private Kallsyms() {}

        private static Set<String> read() {
            try (var lines = Files.lines(Path.of("/proc/kallsyms"))) {
                return lines.map(line -> line.split("[ \t]"))
                        .filter(columns -> columns.length == 3)
                        .map(columns -> columns[2])
                        .collect(Collectors.toUnmodifiableSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
