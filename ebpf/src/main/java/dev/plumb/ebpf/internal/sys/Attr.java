package dev.plumb.ebpf.internal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A zeroed argument block of a system call (`union bpf_attr`, `struct perf_event_attr`, an info block) that is filled
/// field by field.
///
/// `union bpf_attr` grows with the kernel. An older kernel accepts a longer block as long as what it does not know is
/// zero, so one size serves all of them.
final class Attr implements AutoCloseable {
    private static final int BPF_ATTR_SIZE = 168;
    private static final int OBJECT_NAME_SIZE = 16;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment block;

    Attr(long size) {
        block = arena.allocate(size, 8);
    }

    static Attr bpf() {
        return new Attr(BPF_ATTR_SIZE);
    }

    MemorySegment block() {
        return block;
    }

    Attr u32(long offset, int value) {
        block.set(ValueLayout.JAVA_INT, offset, value);
        return this;
    }

    Attr u64(long offset, long value) {
        block.set(ValueLayout.JAVA_LONG, offset, value);
        return this;
    }

    /// Puts the address of a segment that outlives the call.
    Attr pointer(long offset, MemorySegment target) {
        return u64(offset, target.address());
    }

    /// Puts a pointer to a copy of the bytes that lives as long as this block; null for none.
    Attr bytes(long offset, byte[] bytes) {
        if (bytes.length == 0) {
            return this;
        }
        MemorySegment copy = arena.allocate(bytes.length, 8);
        MemorySegment.copy(bytes, 0, copy, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return pointer(offset, copy);
    }

    Attr longs(long offset, long[] values) {
        return values.length == 0 ? this : pointer(offset, arena.allocateFrom(ValueLayout.JAVA_LONG, values));
    }

    Attr string(long offset, String text) {
        return pointer(offset, arena.allocateFrom(text));
    }

    Attr strings(long offset, String[] texts) {
        MemorySegment pointers = arena.allocate(8L * texts.length, 8);
        for (int i = 0; i < texts.length; i++) {
            pointers.setAtIndex(
                    ValueLayout.JAVA_LONG, i, arena.allocateFrom(texts[i]).address());
        }
        return pointer(offset, pointers);
    }

    /// Puts an object name in place: at most 15 characters of `[A-Za-z0-9_.]`, others become `_`.
    Attr name(long offset, String name) {
        byte[] bytes = name.replaceAll("[^A-Za-z0-9_.]", "_").getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(
                bytes, 0, block, ValueLayout.JAVA_BYTE, offset, Math.min(bytes.length, OBJECT_NAME_SIZE - 1));
        return this;
    }

    int u32(long offset) {
        return block.get(ValueLayout.JAVA_INT, offset);
    }

    long u64(long offset) {
        return block.get(ValueLayout.JAVA_LONG, offset);
    }

    String name(long offset) {
        byte[] bytes = block.asSlice(offset, OBJECT_NAME_SIZE).toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /// Calls `bpf(2)`; a program load may answer EAGAIN when a signal came, and is then tried again.
    int bpf(int command) {
        return Kernel.bpf(command, block);
    }

    @Override
    public void close() {
        arena.close();
    }
}
