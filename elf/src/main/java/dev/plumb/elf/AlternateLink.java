package dev.plumb.elf;

import org.jspecify.annotations.Nullable;

/// Where a debug file that was deduplicated by `dwz` keeps what it shares with others (`.gnu_debugaltlink`).
public record AlternateLink(String path, @Nullable BuildId buildId) {}
