package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;

/// Writes to and reads from memory.
final class Bytes {
    private Bytes() {}

    static byte[] write(Format format, Profile profile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.writer().write(profile, out);
        return out.toByteArray();
    }

    static Profile read(Format format, byte[] bytes) throws IOException {
        return Objects.requireNonNull(format.reader()).read(new ByteArrayInputStream(bytes));
    }

    static Profile roundTrip(Format format, Profile profile) throws IOException {
        return read(format, write(format, profile));
    }
}
