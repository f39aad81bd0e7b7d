package dev.plumb.symbols;

import dev.plumb.elf.ByteReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Reads a jitdump file, in which compilers record their code as they emit it, with the time.
///
/// ```
/// header   'D' 'T' 'i' 'J' version:4 headerSize:4 machine:4 pad:4 pid:4 timestamp:8 flags:8
/// record   id:4 size:4 timestamp:8
///   0 load   pid:4 tid:4 vma:8 address:8 codeSize:8 index:8 name 0 code...
///   1 move   pid:4 tid:4 vma:8 oldAddress:8 newAddress:8 codeSize:8 index:8
/// ```
final class JitDumpReader {
    private static final int MAGIC = 0x4a695444;
    private static final int HEADER = 40;
    private static final int RECORD = 16;
    private static final int LOAD = 0;
    private static final int MOVE = 1;
    private static final int LOAD_FIELDS = 40;
    private static final int MOVE_FIELDS = 48;
    private static final int MAX_NAME = 1 << 12;

    private JitDumpReader() {}

    /// Reads the records up to a number of bytes, or to the first that is damaged or still being written.
    static JitTable read(InputStream in, long maxBytes) throws IOException {
        byte[] header = in.readNBytes(HEADER);
        JitTable.Builder table = new JitTable.Builder();
        Map<Long, byte[]> names = new HashMap<>();
        if (header.length < HEADER || new ByteReader(header).i32() != MAGIC) {
            return table.build();
        }
        long total = HEADER + in.skip(Math.clamp(new ByteReader(header, 8).u32() - HEADER, 0, 1 << 16));
        while (total < maxBytes) {
            byte[] start = in.readNBytes(RECORD);
            if (start.length < RECORD) {
                break;
            }
            ByteReader record = new ByteReader(start);
            int id = record.i32();
            long size = record.u32();
            total += size;
            if (size < RECORD) {
                break;
            }
            byte[] body = in.readNBytes((int) Math.min(size - RECORD, LOAD_FIELDS + MAX_NAME));
            boolean room = switch (id) {
                case LOAD -> load(body, table, names);
                case MOVE -> move(body, table, names);
                default -> true;
            };
            long rest = size - RECORD - body.length;
            if (!room || in.skip(rest) < rest) {
                break;
            }
        }
        return table.build();
    }

    private static boolean load(byte[] body, JitTable.Builder table, Map<Long, byte[]> names) {
        if (body.length < LOAD_FIELDS) {
            return true;
        }
        ByteReader in = new ByteReader(body, 16);
        long address = in.i64();
        long size = in.i64();
        long index = in.i64();
        int end = LOAD_FIELDS;
        while (end < body.length && body[end] != 0) {
            end++;
        }
        byte[] name = Arrays.copyOfRange(body, LOAD_FIELDS, end);
        names.put(index, name);
        return table.add(address, size, name, 0, name.length);
    }

    private static boolean move(byte[] body, JitTable.Builder table, Map<Long, byte[]> names) {
        if (body.length < MOVE_FIELDS) {
            return true;
        }
        ByteReader in = new ByteReader(body, 24);
        long address = in.i64();
        long size = in.i64();
        byte[] name = names.getOrDefault(in.i64(), "?".getBytes(StandardCharsets.UTF_8));
        return table.add(address, size, name, 0, name.length);
    }
}
