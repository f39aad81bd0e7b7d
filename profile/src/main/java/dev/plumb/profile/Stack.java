package dev.plumb.profile;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A symbolized stack, leaf first, or the reason why there is none. Its hash is computed once.
public final class Stack {
    /// No frames, and no error: nothing was asked for, or the thread was not there.
    public static final Stack EMPTY = new Stack(List.of(), null);

    private final List<Frame> frames;
    private final @Nullable String error;
    private final int hash;

    private Stack(List<Frame> frames, @Nullable String error) {
        this.frames = frames;
        this.error = error;
        this.hash = 31 * frames.hashCode() + Objects.hashCode(error);
    }

    public static Stack of(Frame... leafFirst) {
        return of(List.of(leafFirst), null);
    }

    public static Stack of(List<Frame> leafFirst) {
        return of(leafFirst, null);
    }

    /// A stack whose capture failed, perhaps part of the way.
    public static Stack of(List<Frame> leafFirst, @Nullable String error) {
        return leafFirst.isEmpty() && error == null ? EMPTY : new Stack(List.copyOf(leafFirst), error);
    }

    /// No stack, and why, such as `EFAULT: bad address`.
    public static Stack failed(String error) {
        return of(List.of(), error);
    }

    /// The frames, leaf first.
    public List<Frame> frames() {
        return frames;
    }

    /// Why frames are missing, or null.
    public @Nullable String error() {
        return error;
    }

    public int depth() {
        return frames.size();
    }

    public boolean isEmpty() {
        return frames.isEmpty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof Stack that
                && hash == that.hash
                && Objects.equals(error, that.error)
                && frames.equals(that.frames);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return error == null ? frames.toString() : frames + " (" + error + ")";
    }
}
