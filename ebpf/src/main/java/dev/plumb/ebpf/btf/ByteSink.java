package dev.plumb.ebpf.btf;

import java.io.ByteArrayOutputStream;

/// Little-endian numbers, written one after the other.
final class ByteSink {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ByteSink u32(long value) {
        for (int shift = 0; shift < 32; shift += 8) {
            out.write((int) (value >>> shift));
        }
        return this;
    }

    ByteSink bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
