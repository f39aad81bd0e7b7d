package dev.plumb.ebpf.feature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// The place of a program's first instruction: a spot in code that has run already and will not run again.
///
/// ```
/// ELF header      u64 entry @24 | u64 program headers @32 | u16 their size @54 | u16 their number @56
/// program header  u32 type @0 (1: load) | u64 offset @8 | u64 address @16 | u64 size in file @32
/// ```
final class ProgramEntry {
    private static final int LOAD = 1;

    private ProgramEntry() {}

    static long offset(Path program) {
        try (FileChannel file = FileChannel.open(program)) {
            ByteBuffer header = read(file, 0, 64);
            long entry = header.getLong(24);
            int size = Short.toUnsignedInt(header.getShort(54));
            int count = Short.toUnsignedInt(header.getShort(56));
            for (int i = 0; i < count; i++) {
                ByteBuffer segment = read(file, header.getLong(32) + (long) i * size, size);
                long address = segment.getLong(16);
                if (segment.getInt(0) == LOAD && entry >= address && entry < address + segment.getLong(32)) {
                    return entry - address + segment.getLong(8);
                }
            }
            return entry;
        } catch (IOException e) {
            throw new UncheckedIOException("read " + program, e);
        }
    }

    private static ByteBuffer read(FileChannel file, long position, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(Math.max(size, 56)).order(ByteOrder.nativeOrder());
        file.read(buffer, position);
        return buffer;
    }
}
