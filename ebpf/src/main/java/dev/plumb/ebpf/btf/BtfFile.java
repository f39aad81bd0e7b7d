package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Brings a BTF file into memory outside the heap.
final class BtfFile {
    private BtfFile() {}

    static ByteBuffer read(Path file) {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw failed(file, Errno.NONE, "it is not a regular file", null);
        }
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw failed(file, Errno.NONE, "it has " + size + " bytes; BTF has at most 2 GiB", null);
            }
            return mapped(channel, size);
        } catch (NoSuchFileException e) {
            throw failed(file, Errno.ENOENT, "there is no such file", null);
        } catch (AccessDeniedException e) {
            throw failed(file, Errno.EACCES, "not permitted", "run as root, or make the file readable");
        } catch (IOException e) {
            throw failed(file, Errno.EIO, String.valueOf(e.getMessage()), null);
        }
    }

    /// Maps the file, or copies it where it cannot be mapped.
    ///
    /// Before Linux 6.16 no file in /sys/kernel/btf could be mapped; since then (commit a539e2a6d51d) `vmlinux`
    /// can, but neither shared nor writable, and a `FileChannel` knows no other way. Copying takes a few
    /// milliseconds.
    private static ByteBuffer mapped(FileChannel channel, long size) throws IOException {
        try {
            return channel.map(MapMode.READ_ONLY, 0, size);
        } catch (IOException e) {
            ByteBuffer copy = ByteBuffer.allocateDirect((int) size);
            int read = 1;
            while (read > 0 && copy.hasRemaining()) {
                read = channel.read(copy);
            }
            return copy.flip();
        }
    }

    private static BpfException failed(Path file, Errno errno, String reason, @Nullable String hint) {
        return new BpfException("read BTF " + file, errno, reason, hint);
    }
}
