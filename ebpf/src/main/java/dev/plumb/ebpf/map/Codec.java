package dev.plumb.ebpf.map;

import dev.plumb.ebpf.Layout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Turns a Java value into a key or value of a map and back. Numbers are in the machine's byte order.
///
/// A record of one's own implements this with the fields of a [dev.plumb.ebpf.Layout].
public interface Codec<T> {
    /// The bytes of a value in memory.
    int sizeBytes();

    /// Writes a value at the start of the segment.
    void encode(T value, MemorySegment memory);

    /// Reads the value at the start of the segment.
    T decode(MemorySegment memory);

    /// 32-bit numbers.
    Codec<Integer> U32 = new Codec<>() {
        @Override
        public int sizeBytes() {
            return 4;
        }

        @Override
        public void encode(Integer value, MemorySegment memory) {
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, 0, value);
        }

        @Override
        public Integer decode(MemorySegment memory) {
            return memory.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        }
    };

    /// 64-bit numbers.
    Codec<Long> U64 = new Codec<>() {
        @Override
        public int sizeBytes() {
            return 8;
        }

        @Override
        public void encode(Long value, MemorySegment memory) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
        }

        @Override
        public Long decode(MemorySegment memory) {
            return memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        }
    };

    /// Zero-terminated texts, such as a command name of 16 bytes; a longer one is cut.
    static Codec<String> text(int sizeBytes) {
        return new Codec<>() {
            @Override
            public int sizeBytes() {
                return sizeBytes;
            }

            @Override
            public void encode(String value, MemorySegment memory) {
                byte[] bytes = Arrays.copyOf(value.getBytes(StandardCharsets.UTF_8), sizeBytes);
                bytes[sizeBytes - 1] = 0;
                memory.copyFrom(MemorySegment.ofArray(bytes));
            }

            @Override
            public String decode(MemorySegment memory) {
                byte[] bytes = memory.asSlice(0, sizeBytes).toArray(ValueLayout.JAVA_BYTE);
                int length = 0;
                while (length < sizeBytes && bytes[length] != 0) {
                    length++;
                }
                return new String(bytes, 0, length, StandardCharsets.UTF_8);
            }
        };
    }

    /// Records of a layout: a decoded value is a copy in Java's memory, whose fields [dev.plumb.ebpf.Field#read] reads.
    static Codec<MemorySegment> record(Layout layout) {
        return new Codec<>() {
            @Override
            public int sizeBytes() {
                return layout.sizeBytes();
            }

            @Override
            public void encode(MemorySegment value, MemorySegment memory) {
                MemorySegment.copy(value, 0, memory, 0, layout.sizeBytes());
            }

            @Override
            public MemorySegment decode(MemorySegment memory) {
                return MemorySegment.ofArray(
                        memory.asSlice(0, layout.sizeBytes()).toArray(ValueLayout.JAVA_BYTE));
            }
        };
    }

    /// Plain bytes of a fixed size.
    static Codec<byte[]> bytes(int sizeBytes) {
        return new Codec<>() {
            @Override
            public int sizeBytes() {
                return sizeBytes;
            }

            @Override
            public void encode(byte[] value, MemorySegment memory) {
                if (value.length != sizeBytes) {
                    throw new IllegalArgumentException("expected " + sizeBytes + " bytes, got " + value.length);
                }
                memory.copyFrom(MemorySegment.ofArray(value));
            }

            @Override
            public byte[] decode(MemorySegment memory) {
                return memory.asSlice(0, sizeBytes).toArray(ValueLayout.JAVA_BYTE);
            }
        };
    }
}
