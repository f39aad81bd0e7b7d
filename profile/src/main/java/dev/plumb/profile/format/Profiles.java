package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Profile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads and writes profiles in files.
public final class Profiles {
    private static final int HEAD_BYTES = 1 << 16;

    private Profiles() {}

    /// Reads a profile of any format that can be read; its content tells which one, else its ending.
    public static Profile read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.getFileName() == null ? "" : file.getFileName().toString());
        } catch (FormatException e) {
            throw new FormatException("read " + file + ": " + e.getMessage());
        } catch (IOException e) {
            throw FileErrors.explained("read", file, e);
        }
    }

    /// Reads a profile of any format from a stream; the name is looked at only if the content does not tell.
    public static Profile read(InputStream in, String fileName) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(BoundedInput.unzipped(in), HEAD_BYTES);
        buffered.mark(HEAD_BYTES);
        byte[] head = BoundedInput.readHead(buffered, HEAD_BYTES);
        buffered.reset();
        Format format = Sniffer.format(head)
                .or(() -> Formats.byFileName(fileName))
                .orElseThrow(() -> new FormatException(
                        "content and name tell no profile format; known endings: " + Formats.endings()));
        ProfileReader reader = format.reader();
        if (reader == null) {
            throw new FormatException("format " + format.name() + " can be written but not read back");
        }
        return reader.read(buffered);
    }

    /// Writes a profile in the format of the file's ending.
    public static void write(Profile profile, Path file) throws IOException {
        Format format = Formats.byFileName(file.toString())
                .orElseThrow(() -> new FormatException(
                        "write " + file + ": no format has this ending; known endings: " + Formats.endings()));
        write(profile, file, format);
    }

    /// Writes a profile. The file appears whole or not at all; one that was there before stays until then.
    public static void write(Profile profile, Path file, Format format) throws IOException {
        WholeFile.write(file, out -> format.writer().write(profile, out));
    }
}
