package dev.plumb.ebpf.internal.sys;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/// Shared memory mappings of kernel objects, and the page size they are counted in.
public final class Memory {
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int MAP_SHARED = 1;
    private static final int AT_PAGESZ = 6;

    private Memory() {}

    private static final class PageSize {
        private static final int BYTES = fromAuxiliaryVector();

        private PageSize() {}

        private static int fromAuxiliaryVector() {
            try {
                var vector = java.nio.ByteBuffer.wrap(Files.readAllBytes(Path.of("/proc/self/auxv")))
                        .order(java.nio.ByteOrder.nativeOrder());
                while (vector.remaining() >= 16) {
                    long type = vector.getLong();
                    long value = vector.getLong();
                    if (type == AT_PAGESZ) {
                        return Math.toIntExact(value);
                    }
                }
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException("read the page size from /proc/self/auxv", e);
            }
            throw new IllegalStateException("no page size in /proc/self/auxv");
        }
    }

    /// The running kernel's page size; aarch64 kernels come with 4, 16 and 64 KiB.
    public static int pageSizeBytes() {
        return PageSize.BYTES;
    }

    /// Maps a descriptor's bytes, shared with the kernel; closing the arena unmaps them.
    public static MemorySegment map(
            String what, Descriptor descriptor, long offset, long sizeBytes, boolean writable, Arena arena) {
        int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
        long address = Syscall.MMAP.call(0, sizeBytes, protection, MAP_SHARED, descriptor.number(), offset);
        if (address < 0 && address > -4096) {
            throw new BpfException("map " + what + " into memory", Errno.of((int) address), null);
        }
        MemorySegment segment = MemorySegment.ofAddress(address)
                .reinterpret(sizeBytes, arena, _ -> Syscall.MUNMAP.call(address, sizeBytes, 0));
        return writable ? segment : segment.asReadOnly();
    }
}
