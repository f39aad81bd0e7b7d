package dev.plumb.tools;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A pid namespace, as programs see it.
///
/// @param device the number of the file system that holds namespaces, as the kernel keeps it
record PidNamespace(long device, long inode) {
    static PidNamespace of(long inode) {
        try {
            long shown = (long) Files.getAttribute(Path.of("/proc/self/ns/pid"), "unix:dev");
            // stat(2) spreads the minor number over both ends; the major one of such a file system is 0.
            return new PidNamespace((shown & 0xff) | ((shown >>> 12) & ~0xffL), inode);
        } catch (IOException e) {
            throw new BpfException("find pid namespaces", Errno.ENOENT, String.valueOf(e.getMessage()), null);
        }
    }
}
