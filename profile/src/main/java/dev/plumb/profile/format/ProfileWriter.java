package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.io.OutputStream;

/// Writes profiles in one format.
@FunctionalInterface
public interface ProfileWriter {
    /// Writes the whole profile and flushes; the stream stays open.
    void write(Profile profile, OutputStream out) throws IOException;
}
