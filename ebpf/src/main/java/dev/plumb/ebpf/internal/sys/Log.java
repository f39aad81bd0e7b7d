package dev.plumb.ebpf.internal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A buffer for what the verifier says.
public final class Log implements AutoCloseable {
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment buffer;
    private final int level;

    /// Makes a buffer; level 0 asks for no log, 1 for the refused path, 2 for every path.
    public Log(int level, int sizeBytes) {
        this.level = level;
        this.buffer = level == 0 ? MemorySegment.NULL : arena.allocate(sizeBytes, 8);
    }

    int level() {
        return level;
    }

    MemorySegment buffer() {
        return buffer;
    }

    /// The text up to its terminating zero.
    public String text() {
        if (level == 0) {
            return "";
        }
        byte[] bytes = buffer.toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        arena.close();
    }
}
