package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Kernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// A BPF file system, where objects are pinned: the one that is mounted at the usual place, or one of our own that has
/// no place in the file tree and goes, with all that is pinned in it, when this is closed.
public final class BpfFileSystem implements AutoCloseable {
    private static final Path PLACE = Path.of("/sys/fs/bpf");

    private final Path root;
    private final @Nullable Descriptor mount;

    private BpfFileSystem(Path root, @Nullable Descriptor mount) {
        this.root = root;
        this.mount = mount;
    }

    /// Finds or mounts it.
    public static BpfFileSystem open() {
        if (isMounted()) {
            return new BpfFileSystem(PLACE, null);
        }
        int fd = Kernel.detachedMount("bpf");
        if (fd < 0) {
            throw new BpfException("open bpffs", Errno.of(fd), "as root: mount -t bpf bpf /sys/fs/bpf");
        }
        return new BpfFileSystem(Path.of("/proc/self/fd/" + fd), Descriptor.of("bpffs", fd));
    }

    private static boolean isMounted() {
        try {
            return Files.exists(PLACE) && Files.getFileStore(PLACE).type().equals("bpf");
        } catch (IOException e) {
            return false;
        }
    }

    /// A path in it, for pinning.
    public Path path(String relative) {
        return root.resolve(relative);
    }

    @Override
    public void close() {
        if (mount != null) {
            mount.close();
        }
    }
}
