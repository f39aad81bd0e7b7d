package dev.plumb.elf;

import dev.plumb.elf.zstd.ZstdDecoder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.tukaani.xz.XZInputStream;

/// Unpacks sections, never to more than a stated size, and never trusting the size a file claims before it has the
/// bytes to show for it.
final class Compression {
    /// Debug information larger than this when unpacked is refused; Chromium's `.debug_info` fits.
    static final long MAX_UNPACKED = 1 << 30;

    private static final int FIRST_BUFFER = 1 << 16;
    private static final int XZ_MEMORY_KIB = 128 * 1024;

    private Compression() {}

    static MemorySegment zlib(MemorySegment packed, long size) {
        checkSize(size);
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed.asByteBuffer());
            byte[] out = new byte[(int) Math.min(size, FIRST_BUFFER)];
            int length = 0;
            while (length < size) {
                if (length == out.length) {
                    out = Arrays.copyOf(out, (int) Math.min(size, out.length * 2L));
                }
                int count = inflater.inflate(out, length, out.length - length);
                if (count == 0 && (inflater.finished() || inflater.needsInput() || inflater.needsDictionary())) {
                    throw new ElfException("zlib data ends after " + length + " of " + size + " bytes");
                }
                length += count;
            }
            return MemorySegment.ofArray(out);
        } catch (DataFormatException e) {
            throw new ElfException("damaged zlib data: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    static MemorySegment zstd(MemorySegment packed, long size) {
        checkSize(size);
        try {
            byte[] out = ZstdDecoder.decode(Memory.copy(packed, 0, packed.byteSize()), (int) size);
            if (out.length != size) {
                throw new ElfException("zstd data ends after " + out.length + " of " + size + " bytes");
            }
            return MemorySegment.ofArray(out);
        } catch (IndexOutOfBoundsException e) {
            throw new ElfException("damaged zstd data: " + e.getMessage(), e);
        }
    }

    static MemorySegment xz(MemorySegment packed) throws IOException {
        byte[] bytes = Memory.copy(packed, 0, packed.byteSize());
        try (InputStream in = new XZInputStream(new java.io.ByteArrayInputStream(bytes), XZ_MEMORY_KIB)) {
            byte[] out = in.readNBytes((int) (MAX_UNPACKED / 4));
            if (in.read() != -1) {
                throw new ElfException("xz data unpacks to more than " + MAX_UNPACKED / 4 + " bytes");
            }
            return MemorySegment.ofArray(out);
        }
    }

    private static void checkSize(long size) {
        if (size < 0 || size > MAX_UNPACKED) {
            throw new ElfException(
                    "claims " + Long.toUnsignedString(size) + " bytes unpacked, the limit is " + MAX_UNPACKED);
        }
    }
}
