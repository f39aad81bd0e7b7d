package dev.plumb.tools;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A group of the unified cgroup hierarchy, as programs see it.
///
/// @param id the number that the kernel knows it by: the inode of its folder
/// @param level how far below the root it is
record Cgroup(long id, int level) {
    static Cgroup of(Path folder) {
        String operation = "find cgroup " + folder;
        try {
            Path real = folder.toRealPath();
            Path root = root(real);
            long inode = (long) Files.getAttribute(real, "unix:ino");
            return new Cgroup(inode, real.equals(root) ? 0 : real.getNameCount() - root.getNameCount());
        } catch (IOException e) {
            throw new BpfException(
                    operation, Errno.ENOENT, "no such folder", "name it as under the cgroup2 mount (see `mount`)");
        }
    }

    private static Path root(Path folder) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            String[] columns = line.split(" ");
            if (columns.length > 2 && columns[2].equals("cgroup2") && folder.startsWith(columns[1])) {
                return Path.of(columns[1]);
            }
        }
        throw new BpfException(
                "find cgroup " + folder,
                Errno.EINVAL,
                "not in the unified hierarchy",
                "programs know groups of cgroup2 only; `mount -t cgroup2` shows where it is mounted");
    }
}
