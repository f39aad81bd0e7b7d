package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The BTF of a kernel and its loaded modules, each opened when it is first asked for and then kept.
///
/// Kernels have had their own BTF since 5.4 and that of modules since 5.11, if they were built with
/// `CONFIG_DEBUG_INFO_BTF` and `CONFIG_DEBUG_INFO_BTF_MODULES`.
public final class KernelBtf {
    /// The kernel itself, where a module is asked for.
    public static final String VMLINUX = "vmlinux";

    private static final Path SYSFS = Path.of("/sys/kernel/btf");

    private final Path folder;
    private final Map<String, Btf> opened = new HashMap<>();

    private KernelBtf(Path folder) {
        this.folder = folder;
    }

    /// The running kernel's, from /sys/kernel/btf.
    public static KernelBtf running() {
        return new KernelBtf(SYSFS);
    }

    /// That of a folder with a file `vmlinux` and one for each module, copied from a machine or made for a kernel.
    public static KernelBtf in(Path folder) {
        return new KernelBtf(folder);
    }

    /// Whether there is any.
    public boolean available() {
        return Files.isReadable(folder.resolve(VMLINUX));
    }

    /// The kernel's own types.
    public synchronized Btf vmlinux() {
        Btf kernel = opened.get(VMLINUX);
        if (kernel == null) {
            Path file = folder.resolve(VMLINUX);
            if (!Files.exists(file)) {
                throw missing(file);
            }
            kernel = Btf.open(file);
            opened.put(VMLINUX, kernel);
        }
        return kernel;
    }

    private BpfException missing(Path file) {
        if (folder.equals(SYSFS) && !Files.exists(Path.of("/sys/kernel"))) {
            return new BpfException(
                    "read kernel BTF", Errno.ENOENT, "sysfs is not mounted at /sys", "mount -t sysfs sysfs /sys");
        }
        return new BpfException(
                "read kernel BTF",
                Errno.ENOENT,
                "there is no " + file + "; this kernel was built without CONFIG_DEBUG_INFO_BTF",
                "use a kernel that has it (Debian 11, Ubuntu 20.10, RHEL 8.2 and later do), or give a BTF file made"
                        + " for this very kernel");
    }

    /// The loaded modules that have BTF, in order of name.
    public List<String> modules() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<String> modules = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (!name.equals(VMLINUX)) {
                    modules.add(name);
                }
            }
        } catch (IOException e) {
            throw new BpfException("list " + folder, Errno.EIO, String.valueOf(e.getMessage()), null);
        }
        Collections.sort(modules);
        return modules;
    }

    /// The types of a module, upon those of the kernel; `vmlinux` is the kernel itself.
    public synchronized Btf module(String name) {
        Btf kernel = vmlinux();
        if (name.equals(VMLINUX)) {
            return kernel;
        }
        Path file = folder.resolve(name);
        if (name.contains("/") || !Files.exists(file)) {
            throw new BpfException(
                    "read BTF of module " + name,
                    Errno.ENOENT,
                    "no such module is loaded, or it has no BTF",
                    "see lsmod; load it with modprobe " + name);
        }
        return opened.computeIfAbsent(name, key -> Btf.open(file, kernel));
    }

    /// A function of the kernel or of a module.
    public record KernelFunction(String name, String module) {}

    /// The functions of the kernel and then of its modules whose names match a pattern with `*` and `?`.
    public Stream<KernelFunction> functions(String glob) {
        return Stream.concat(Stream.of(VMLINUX), modules().stream())
                .flatMap(module -> module(module).functions(glob).map(it -> new KernelFunction(it.name(), module)));
    }

    /// The module that has a function, `vmlinux` for the kernel itself, with the function's prototype.
    public Optional<Map.Entry<String, Signature>> signature(String function) {
        return Stream.concat(Stream.of(VMLINUX), modules().stream())
                .flatMap(module -> ownSignature(module, function).stream())
                .findFirst();
    }

    private Optional<Map.Entry<String, Signature>> ownSignature(String module, String function) {
        return module(module).signature(function).map(signature -> Map.entry(module, signature));
    }
}
