package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads from mapped files.
public final class Memory {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /// Longer names exist only in damaged files; the longest mangled name seen in the wild has 40,000 characters.
    private static final int MAX_STRING = 1 << 17;

    private Memory() {}

    static int i32(MemorySegment memory, long offset) {
        return memory.get(INT, offset);
    }

    /// Whether a range lies inside, for any numbers a damaged file may hold.
    public static boolean isWithin(MemorySegment memory, long offset, long size) {
        return offset >= 0 && size >= 0 && offset <= memory.byteSize() && size <= memory.byteSize() - offset;
    }

    /// Copies a range; throws [ElfException] if it is not inside.
    public static byte[] copy(MemorySegment memory, long offset, long size) {
        if (!isWithin(memory, offset, size) || size > Integer.MAX_VALUE - 8) {
            throw new ElfException("truncated: " + Long.toUnsignedString(size) + " bytes at offset "
                    + Long.toUnsignedString(offset) + " of " + memory.byteSize());
        }
        byte[] bytes = new byte[(int) size];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, bytes, 0, bytes.length);
        return bytes;
    }

    /// The zero-terminated string at an offset, or null if there is none.
    public static @Nullable String string(MemorySegment memory, long offset) {
        if (offset < 0 || offset >= memory.byteSize()) {
            return null;
        }
        long limit = Math.min(memory.byteSize(), offset + MAX_STRING);
        int window = 128;
        while (true) {
            int size = (int) Math.min(window, limit - offset);
            byte[] bytes = copy(memory, offset, size);
            for (int i = 0; i < size; i++) {
                if (bytes[i] == 0) {
                    return new String(bytes, 0, i, StandardCharsets.UTF_8);
                }
            }
            if (offset + size == limit) {
                return null;
            }
            window *= 8;
        }
    }
}
