package dev.plumb.elf.zstd;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Decodes Zstandard frames (RFC 8878) without dictionaries. Damaged input throws [IndexOutOfBoundsException].
///
/// ```
/// frame    magic:4 descriptor:1 [window:1] [dictionary:0-4] [contentSize:0-8] block... [checksum:4]
/// block    last:1bit type:2bits size:21bits data      type 0: raw, 1: one byte repeated, 2: compressed
/// ```
public final class ZstdDecoder {
    private static final int MAGIC = 0xfd2fb528;
    private static final int MAX_BLOCK = 1 << 17;

    private final byte[] in;
    private final Output out;
    private final byte[] literals = new byte[MAX_BLOCK];
    private int literalCount;
    private int at;
    private @Nullable HuffmanTable huffman;

    private ZstdDecoder(byte[] in, int limit) {
        this.in = in;
        this.out = new Output(limit);
    }

    /// Decodes all frames, to at most `limit` bytes.
    public static byte[] decode(byte[] in, int limit) {
        ZstdDecoder decoder = new ZstdDecoder(in, limit);
        while (decoder.at < in.length) {
            decoder.frame();
        }
        return decoder.out.toBytes();
    }

    private int number(int size) {
        int value = 0;
        for (int i = 0; i < size; i++) {
            value |= (in[at++] & 0xff) << (8 * i);
        }
        return value;
    }

    private void frame() {
        int magic = number(4);
        if ((magic & 0xfffffff0) == 0x184d2a50) {
            skip(number(4));
            return;
        }
        if (magic != MAGIC) {
            throw new IndexOutOfBoundsException("not zstd data");
        }
        int descriptor = number(1);
        boolean single = (descriptor & 0x20) != 0;
        int dictionaryBytes = new int[] {0, 1, 2, 4}[descriptor & 3];
        int sizeBytes = new int[] {single ? 1 : 0, 2, 4, 8}[descriptor >> 6];
        skip(single ? 0 : 1);
        if (number(dictionaryBytes) != 0) {
            throw new IndexOutOfBoundsException("a dictionary is needed");
        }
        skip(sizeBytes);
        huffman = null;
        Sequences sequences = new Sequences();
        boolean last = false;
        while (!last) {
            int header = number(3);
            last = (header & 1) != 0;
            block((header >> 1) & 3, header >>> 3, sequences);
        }
        skip((descriptor & 4) != 0 ? 4 : 0);
    }

    private void skip(int count) {
        if (count < 0 || count > in.length - at) {
            throw new IndexOutOfBoundsException("truncated");
        }
        at += count;
    }

    private void block(int type, int size, Sequences sequences) {
        int start = at;
        switch (type) {
            case 0 -> {
                skip(size);
                out.append(in, start, size);
            }
            case 1 -> {
                skip(1);
                out.fill(in[start], size);
            }
            case 2 -> {
                skip(size);
                int rest = literals(start, at);
                sequences.run(in, rest, start + size, literals, literalCount, out);
            }
            default -> throw new IndexOutOfBoundsException("an unknown kind of block");
        }
    }

    /// Decodes the literals of a block, and returns where its sequences begin.
    private int literals(int start, int end) {
        int type = in[start] & 3;
        int format = (in[start] >> 2) & 3;
        if (type < 2) {
            int headerBytes = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
            at = start;
            int size = number(headerBytes) >>> (headerBytes == 1 ? 3 : 4);
            int from = at;
            at = end;
            return plainLiterals(type, from, size);
        }
        int headerBytes = format < 2 ? 3 : format + 2;
        int sizeBits = format < 2 ? 10 : format == 2 ? 14 : 18;
        long header = 0;
        for (int i = 0; i < headerBytes; i++) {
            header |= (in[start + i] & 0xffL) << (8 * i);
        }
        int size = (int) (header >> 4) & ((1 << sizeBits) - 1);
        int packed = (int) (header >> (4 + sizeBits)) & ((1 << sizeBits) - 1);
        int from = start + headerBytes;
        if (size > MAX_BLOCK || packed > end - from) {
            throw new IndexOutOfBoundsException("literals beyond their block");
        }
        huffmanLiterals(type == 2, format == 0, from, from + packed, size);
        return from + packed;
    }

    private int plainLiterals(int type, int from, int size) {
        if (size > MAX_BLOCK) {
            throw new IndexOutOfBoundsException("literals beyond their block");
        }
        literalCount = size;
        if (type == 0) {
            System.arraycopy(in, from, literals, 0, size);
            return from + size;
        }
        Arrays.fill(literals, 0, size, in[from]);
        return from + 1;
    }

    private void huffmanLiterals(boolean ownTable, boolean oneStream, int start, int end, int size) {
        int from = start;
        if (ownTable) {
            huffman = new HuffmanTable(in, start, end);
            from = huffman.end();
        }
        HuffmanTable table = huffman;
        if (table == null) {
            throw new IndexOutOfBoundsException("a Huffman table used again before its first use");
        }
        literalCount = size;
        if (oneStream) {
            table.decode(in, from, end, literals, 0, size);
            return;
        }
        int part = (size + 3) / 4;
        int stream = from + 6;
        for (int i = 0; i < 4; i++) {
            int length = i == 3 ? end - stream : (in[from + 2 * i] & 0xff) | (in[from + 2 * i + 1] & 0xff) << 8;
            if (length < 0 || stream + length > end || 3 * part > size) {
                throw new IndexOutOfBoundsException("literals beyond their block");
            }
            table.decode(in, stream, stream + length, literals, i * part, i == 3 ? size : (i + 1) * part);
            stream += length;
        }
    }
}
