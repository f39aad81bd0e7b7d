package dev.plumb.ebpf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/// The Linux capabilities that profiling and tracing need.
public enum Capability {
    CAP_DAC_READ_SEARCH(2, "read files of other users, such as /proc/PID/maps"),
    CAP_SYS_PTRACE(19, "look into processes of other users"),
    CAP_SYS_ADMIN(21, "all that CAP_BPF and CAP_PERFMON allow, and mounting; before Linux 5.8 the only way"),
    CAP_SYS_RESOURCE(24, "raise the locked-memory limit, which kernels before 5.11 charge maps to"),
    CAP_SYSLOG(34, "see kernel addresses in /proc/kallsyms"),
    CAP_PERFMON(38, "open perf events and load tracing programs (Linux 5.8)"),
    CAP_BPF(39, "create maps and load programs (Linux 5.8)");

    private final int bit;
    private final String purpose;

    Capability(int bit, String purpose) {
        this.bit = bit;
        this.purpose = purpose;
    }

    /// What it is needed for, in a few words.
    public String purpose() {
        return purpose;
    }

    /// The capabilities this process has in effect.
    public static Set<Capability> effective() {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            long bits = lines.filter(line -> line.startsWith("CapEff:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .findFirst()
                    .orElse(0);
            return of(bits);
        } catch (IOException e) {
            throw new UncheckedIOException("read the capabilities from /proc/self/status", e);
        }
    }

    static Set<Capability> of(long bits) {
        Set<Capability> effective = EnumSet.noneOf(Capability.class);
        for (Capability capability : values()) {
            if ((bits >>> capability.bit & 1) != 0) {
                effective.add(capability);
            }
        }
        return effective;
    }

    /// Those of the given that this process lacks; CAP_SYS_ADMIN stands for CAP_BPF and CAP_PERFMON.
    public static Set<Capability> missing(Set<Capability> needed) {
        Set<Capability> effective = effective();
        if (effective.contains(CAP_SYS_ADMIN)) {
            effective.add(CAP_BPF);
            effective.add(CAP_PERFMON);
        }
        Set<Capability> missing = EnumSet.noneOf(Capability.class);
        missing.addAll(needed);
        missing.removeAll(effective);
        return missing;
    }

    /// Says what to do about a refusal: the capabilities that are missing, or that it is the kernel's own doing.
    public static String hint(Set<Capability> needed) {
        Set<Capability> missing = missing(needed);
        if (missing.isEmpty()) {
            return "this process has the capabilities; the kernel itself (lockdown, a security module or its build) refuses";
        }
        return "missing " + missing.stream().map(Enum::name).collect(Collectors.joining(" and "))
                + ": run as root, or grant them (docs/permissions.md)";
    }
}
