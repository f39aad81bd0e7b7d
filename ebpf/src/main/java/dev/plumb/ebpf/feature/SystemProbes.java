package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.Architecture;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.btf.KernelBtf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What the system says about itself: the kernel, this process's rights, settings and mounts.
final class SystemProbes {
    private SystemProbes() {}

    static List<Finding> kernel() {
        List<Finding> findings = new ArrayList<>();
        add(findings, Finding.Area.KERNEL, "release", new Support.Works(System.getProperty("os.version")));
        add(
                findings,
                Finding.Area.KERNEL,
                "architecture",
                new Support.Works(Architecture.current().toString()));
        add(
                findings,
                Finding.Area.KERNEL,
                "CPUs",
                new Support.Works(Cpus.online().length + " online, " + Cpus.possible() + " possible"));
        add(findings, Finding.Area.KERNEL, "BTF", btf());
        add(findings, Finding.Area.KERNEL, "kernel symbols", kallsyms());
        return findings;
    }

    private static Support btf() {
        return KernelBtf.running().available()
                ? new Support.Works("/sys/kernel/btf/vmlinux")
                : new Support.Missing(
                        "no /sys/kernel/btf/vmlinux",
                        "use a kernel built with CONFIG_DEBUG_INFO_BTF (most since 5.10), or give a BTF file");
    }

    private static Support kallsyms() {
        try (var lines = Files.lines(Path.of("/proc/kallsyms"))) {
            boolean visible = lines.limit(1000).anyMatch(line -> !line.startsWith("0000000000000000"));
            return visible
                    ? Support.WORKS
                    : new Support.NotPermitted(
                            "/proc/kallsyms shows no addresses", "run as root, or set kernel.kptr_restrict to 0");
        } catch (IOException e) {
            return new Support.Missing("/proc/kallsyms: " + e.getMessage(), "use a kernel with CONFIG_KALLSYMS");
        }
    }

    static List<Finding> permissions() {
        Set<Capability> effective = Capability.effective();
        List<Finding> findings = new ArrayList<>();
        for (Capability capability : Capability.values()) {
            Support support = effective.contains(capability)
                    ? Support.WORKS
                    : new Support.NotPermitted("not held: " + capability.purpose(), remedy(capability, effective));
            add(findings, Finding.Area.PERMISSIONS, capability.name(), support);
        }
        return findings;
    }

    private static String remedy(Capability capability, Set<Capability> effective) {
        boolean covered = effective.contains(Capability.CAP_SYS_ADMIN)
                && (capability == Capability.CAP_BPF || capability == Capability.CAP_PERFMON);
        if (covered) {
            return "not needed: CAP_SYS_ADMIN covers it";
        }
        return capability == Capability.CAP_SYS_RESOURCE
                ? "not needed on Linux 5.11 and newer"
                : "run as root, or grant it (docs/permissions.md)";
    }

    static List<Finding> settings() {
        List<Finding> findings = new ArrayList<>();
        for (Setting setting : Setting.all()) {
            add(findings, Finding.Area.SETTINGS, setting.name(), setting.look());
        }
        return findings;
    }

    static List<Finding> fileSystems() {
        List<Finding> findings = new ArrayList<>();
        Set<String> types = mountedTypes();
        add(
                findings,
                Finding.Area.FILE_SYSTEMS,
                "tracefs",
                mounted(types, "tracefs", "not needed: Plumb looks into it without mounting it, if it may"));
        add(
                findings,
                Finding.Area.FILE_SYSTEMS,
                "bpffs",
                mounted(types, "bpf", "only for pinning: mount -t bpf bpf /sys/fs/bpf"));
        add(
                findings,
                Finding.Area.FILE_SYSTEMS,
                "cgroup2",
                mounted(types, "cgroup2", "only for filters by control group: mount -t cgroup2 none /sys/fs/cgroup"));
        return findings;
    }

    private static Support mounted(Set<String> types, String type, String remedy) {
        return types.contains(type) ? new Support.Works("mounted") : new Support.Missing("not mounted", remedy);
    }

    private static Set<String> mountedTypes() {
        try (var lines = Files.lines(Path.of("/proc/self/mounts"))) {
            return lines.map(line -> line.split(" "))
                    .filter(columns -> columns.length > 2)
                    .map(columns -> columns[2])
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            return Set.of();
        }
    }

    private static void add(List<Finding> findings, Finding.Area area, String name, Support support) {
        findings.add(new Finding(area, name, support));
    }
}
