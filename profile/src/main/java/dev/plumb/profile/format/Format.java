package dev.plumb.profile.format;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file format: how it is called, how its files end, and who writes and reads it.
///
/// @param name the name on a command line, such as `pprof`
/// @param description what it is, in a few words
/// @param endings the endings of its files, the preferred one first
/// @param reader who reads it, or null if it is only written
public record Format(
        String name,
        String description,
        List<String> endings,
        ProfileWriter writer,
        @Nullable ProfileReader reader) {}
