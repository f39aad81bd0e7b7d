package dev.plumb.symbols;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// A file that a process wrote about the code it compiled, read again when it has changed.
///
/// Such files lie in folders where everybody may write, so one is believed only if it is a plain file of the
/// process's own user, or of root, and no larger than a limit.
final class JitFile {
    /// How the file is read.
    interface Format {
        JitTable read(InputStream in, long maxBytes) throws IOException;
    }

    /// Larger files are refused: a Java process with 20,000 compiled methods writes 2 MB.
    static final long MAX_BYTES = 128 << 20;

    private final Path path;
    private final Format format;
    private final int userId;
    private @Nullable Object version;
    private JitTable table = JitTable.EMPTY;
    /// What the table was before it changed last, for code that has moved since.
    private JitTable earlier = JitTable.EMPTY;

    private @Nullable String problem;

    JitFile(Path path, Format format, int userId) {
        this.path = path;
        this.format = format;
        this.userId = userId;
    }

    boolean perfMap() {
        return path.toString().endsWith(".map");
    }

    /// Why the file is not used, or null.
    @Nullable
    String problem() {
        return problem;
    }

    JitTable table() {
        return table;
    }

    JitTable earlier() {
        return earlier;
    }

    long heapBytes() {
        return table.heapBytes() + earlier.heapBytes();
    }

    /// Reads the file if it has changed. Keeps what it had if it has gone.
    void refresh() {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            record Version(@Nullable Object key, long size, Object modified) {}
            Version current = new Version(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
            if (current.equals(version)) {
                return;
            }
            version = current;
            problem = refusal(attributes);
            if (problem == null) {
                try (InputStream in = new BufferedInputStream(Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS))) {
                    JitTable fresh = format.read(in, MAX_BYTES);
                    earlier = table;
                    table = fresh;
                }
            }
        } catch (IOException e) {
            problem = table.count() > 0 ? null : path + " cannot be read";
        }
    }

    private @Nullable String refusal(BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()) {
            return path + " is refused: not a plain file";
        }
        if (attributes.size() > MAX_BYTES) {
            return path + " is refused: larger than " + (MAX_BYTES >> 20) + " MiB";
        }
        int owner = (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (owner != 0 && owner != userId) {
            return path + " is refused: it belongs to user " + owner + ", the process to user " + userId;
        }
        return null;
    }
}
