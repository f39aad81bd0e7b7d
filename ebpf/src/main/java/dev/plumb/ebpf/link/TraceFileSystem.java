package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Kernel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The kernel's tracefs: where it is mounted, or a mount of our own that has no place in the file tree and goes with
/// this object, or with the process.
public final class TraceFileSystem implements AutoCloseable {
    private static final List<Path> PLACES =
            List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));

    private final Path root;
    private final @Nullable Descriptor mount;

    private TraceFileSystem(Path root, @Nullable Descriptor mount) {
        this.root = root;
        this.mount = mount;
    }

    /// Finds or mounts it.
    ///
    /// @throws BpfException if it is not mounted and may not be, or may not be read
    public static TraceFileSystem open() {
        for (Path place : PLACES) {
            if (Files.isReadable(place.resolve("events"))) {
                return new TraceFileSystem(place, null);
            }
        }
        int fd = Kernel.detachedMount("tracefs");
        if (fd < 0) {
            throw new BpfException(
                    "open tracefs",
                    Errno.of(fd),
                    "it is not mounted or not readable; as root: mount -t tracefs tracefs /sys/kernel/tracing");
        }
        return new TraceFileSystem(Path.of("/proc/self/fd/" + fd), Descriptor.of("tracefs", fd));
    }

    /// A file in it.
    public Path path(String relative) {
        return root.resolve(relative);
    }

    /// Whether it was found mounted, rather than mounted for this object.
    public boolean wasMounted() {
        return mount == null;
    }

    @Override
    public void close() {
        if (mount != null) {
            mount.close();
        }
    }
}
