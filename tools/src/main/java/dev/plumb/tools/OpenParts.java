package dev.plumb.tools;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Things that were opened one after another and are closed together, the last one first.
public final class OpenParts implements AutoCloseable {
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    public OpenParts() {}

    /// Adds one and gives it back.
    public <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    /// Closes all of them; the first failure is thrown when all have been tried.
    @Override
    public void close() {
        @Nullable RuntimeException failure = null;
        for (@Nullable AutoCloseable part = parts.poll(); part != null; part = parts.poll()) {
            try {
                part.close();
            } catch (Exception e) {
                failure = failure != null ? failure : new IllegalStateException("close " + part + ": " + e, e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
