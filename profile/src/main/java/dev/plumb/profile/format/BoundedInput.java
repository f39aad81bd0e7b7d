package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/// Reads files that must be in memory as a whole, up to a bound that a small gzip file cannot blow up.
final class BoundedInput {
    /// The largest file, after gzip, that is read into memory.
    static final int MAX_BYTES = 512 << 20;

    private BoundedInput() {}

    /// The stream itself, or what it holds if it is gzipped.
    static InputStream unzipped(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
        buffered.mark(2);
        boolean zipped = buffered.read() == 0x1f && buffered.read() == 0x8b;
        buffered.reset();
        if (!zipped) {
            return buffered;
        }
        try {
            return new GZIPInputStream(buffered, 1 << 16);
        } catch (EOFException | ZipException e) {
            throw new FormatException("gzip: damaged or cut short: " + e.getMessage());
        }
    }

    /// The first bytes, as many as there are up to a count.
    static byte[] readHead(InputStream in, int count) throws IOException {
        try {
            return in.readNBytes(count);
        } catch (EOFException | ZipException e) {
            throw new FormatException("gzip: damaged or cut short: " + e.getMessage());
        }
    }

    static byte[] readAll(InputStream in) throws IOException {
        byte[] bytes;
        try {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (EOFException | ZipException e) {
            throw new FormatException("gzip: damaged or cut short: " + e.getMessage());
        }
        if (bytes.length > MAX_BYTES) {
            throw new FormatException("file is too large: more than " + (MAX_BYTES >> 20) + " MiB when unpacked");
        }
        return bytes;
    }
}
