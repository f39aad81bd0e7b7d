package dev.plumb.ebpf.btf;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The names of a BTF blob: strings that end in a zero byte, found by offset and compared where they lie.
///
/// The offsets of split BTF continue those of its base.
final class StringSection {
    /// The kernel's own names have at most 511 bytes; the limit keeps damaged BTF from costing more than its size.
    static final int MAX_NAME_BYTES = 1024;

    private static final int HASHED_BYTES = 128;

    private final ByteBuffer memory;
    private final int start;
    private final int firstOffset;
    private final int endOffset;
    private final @Nullable StringSection base;
    private final String source;

    StringSection(ByteBuffer memory, BtfHeader header, @Nullable StringSection base, String source) {
        this.memory = memory;
        this.start = header.stringStart();
        this.base = base;
        this.source = source;
        this.firstOffset = base == null ? 0 : base.endOffset;
        int length = header.stringEnd() - start;
        if (length > 0 && memory.get(start + length - 1) != 0) {
            throw Malformed.of(source, "its string section does not end in a zero byte");
        }
        if (base == null && (length == 0 || memory.get(start) != 0)) {
            throw Malformed.of(
                    source,
                    "its string section does not start with the empty string",
                    "BTF of a kernel module is read together with that of its kernel");
        }
        if (firstOffset + (long) length > Integer.MAX_VALUE) {
            throw Malformed.of(source, "its strings and those of its base exceed 2 GiB");
        }
        this.endOffset = firstOffset + length;
    }

    /// One past the last valid offset, which is also the number of bytes in all strings, the base's included.
    int endOffset() {
        return endOffset;
    }

    /// Whether the string at an offset has these bytes; false for an offset outside the section.
    boolean matches(int offset, byte[] name) {
        if (offset < firstOffset) {
            return base != null && base.matches(offset, name);
        }
        int at = start + offset - firstOffset;
        if (offset >= endOffset || name.length >= endOffset - offset) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (memory.get(at + i) != name[i]) {
                return false;
            }
        }
        return memory.get(at + name.length) == 0;
    }

    /// A hash of the first bytes of the string at an offset, equal to [#hash(byte\[\])] of the same bytes.
    int hash(int offset) {
        if (offset < firstOffset) {
            return base == null ? 0 : base.hash(offset);
        }
        if (offset >= endOffset) {
            return 0;
        }
        int at = start + offset - firstOffset;
        int hash = 0;
        for (int i = 0; i < HASHED_BYTES; i++) {
            byte value = memory.get(at + i);
            if (value == 0) {
                break;
            }
            hash = 31 * hash + value;
        }
        return hash;
    }

    static int hash(byte[] name) {
        int hash = 0;
        for (int i = 0; i < Math.min(name.length, HASHED_BYTES); i++) {
            hash = 31 * hash + name[i];
        }
        return hash;
    }

    /// The bytes of the string at an offset, counted up to a limit.
    int length(int offset, int limit) {
        if (offset < firstOffset) {
            return base == null ? 0 : base.length(offset, limit);
        }
        if (offset >= endOffset) {
            return 0;
        }
        int at = start + offset - firstOffset;
        int length = 0;
        while (length < limit && memory.get(at + length) != 0) {
            length++;
        }
        return length;
    }

    String at(int offset) {
        if (offset >= 0 && offset < firstOffset && base != null) {
            return base.at(offset);
        }
        if (offset < 0 || offset >= endOffset) {
            throw Malformed.of(
                    source, "a name lies at offset " + Integer.toUnsignedString(offset) + " of " + endOffset);
        }
        int length = length(offset, MAX_NAME_BYTES + 1);
        if (length > MAX_NAME_BYTES) {
            throw Malformed.of(source, "the name at offset " + offset + " is longer than " + MAX_NAME_BYTES + " bytes");
        }
        byte[] name = new byte[length];
        memory.get(start + offset - firstOffset, name);
        return new String(name, StandardCharsets.UTF_8);
    }
}
