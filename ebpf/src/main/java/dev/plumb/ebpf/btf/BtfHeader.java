package dev.plumb.ebpf.btf;

import java.nio.ByteBuffer;

/// The header of a BTF blob, as checked absolute positions of its sections.
///
/// ```
///  0  u16 magic 0xeb9f | u8 version 1 | u8 flags
///  4  u32 length of this header
///  8  u32 type section: offset from the end of the header | u32 length
/// 16  u32 string section: offset                          | u32 length
/// 24  u32 layout section: offset                          | u32 length    (since Linux 7.x)
/// ```
record BtfHeader(int typeStart, int typeEnd, int stringStart, int stringEnd, int layoutStart, int layoutEnd) {
    static final int BYTES = 24;
    static final int BYTES_WITH_LAYOUT = 32;
    static final short MAGIC = (short) 0xeb9f;
    static final byte VERSION = 1;

    private static final int ELF_MAGIC = 0x464c457f;

    static BtfHeader read(ByteBuffer memory, String source) {
        int size = memory.limit();
        if (size < BYTES) {
            throw Malformed.of(source, "it has " + size + " bytes, fewer than the header of " + BYTES);
        }
        checkMagic(memory, source);
        if (memory.get(2) != VERSION) {
            throw Malformed.of(source, "its version is " + memory.get(2) + "; only version 1 is known");
        }
        long length = unsigned(memory, 4);
        if (length < BYTES || length > size) {
            throw Malformed.of(source, "its header claims " + length + " bytes, with " + size + " in all");
        }
        int header = (int) length;
        int types = section(memory, header, 8, "type", source);
        int strings = section(memory, header, 16, "string", source);
        boolean hasLayout = header >= BYTES_WITH_LAYOUT;
        int layout = hasLayout ? section(memory, header, 24, "layout", source) : header;
        return new BtfHeader(
                types,
                types + memory.getInt(12),
                strings,
                strings + memory.getInt(20),
                layout,
                hasLayout ? layout + memory.getInt(28) : layout);
    }

    private static void checkMagic(ByteBuffer memory, String source) {
        short magic = memory.getShort(0);
        if (magic == Short.reverseBytes(MAGIC)) {
            throw Malformed.of(
                    source,
                    "it was made for a machine of the other byte order (big-endian)",
                    "use the BTF of the kernel that runs here");
        }
        if (memory.getInt(0) == ELF_MAGIC) {
            throw Malformed.of(
                    source,
                    "it is an ELF file, not raw BTF",
                    "take out its section: objcopy --dump-section .BTF=vmlinux.btf VMLINUX /tmp/copy");
        }
        if (magic != MAGIC) {
            throw Malformed.of(source, "it does not start with the BTF magic number 0xeb9f");
        }
    }

    private static int section(ByteBuffer memory, int header, int at, String name, String source) {
        long start = header + unsigned(memory, at);
        long length = unsigned(memory, at + 4);
        if (start + length > memory.limit()) {
            throw Malformed.of(
                    source,
                    "its " + name + " section ends at byte " + (start + length) + " of " + memory.limit()
                            + "; is the file cut short?");
        }
        return (int) start;
    }

    private static long unsigned(ByteBuffer memory, int at) {
        return Integer.toUnsignedLong(memory.getInt(at));
    }
}
