package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.io.InputStream;

/// Reads profiles of one format.
@FunctionalInterface
public interface ProfileReader {
    /// Reads to the end; malformed input is a [dev.plumb.profile.FormatException], never another failure.
    Profile read(InputStream in) throws IOException;
}
