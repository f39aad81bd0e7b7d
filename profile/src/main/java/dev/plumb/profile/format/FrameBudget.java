package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;

/// Bounds how many frames a file of some size may unfold into.
///
/// Formats that share frames by reference could make a small file ask for any amount of memory: a few bytes refer to a
/// location of a thousand lines, or to the end of a chain of a thousand callers.
final class FrameBudget {
    private static final int FRAMES_PER_BYTE = 16;
    private static final int ALWAYS = 1_000_000;

    private final long limit;
    private long used;

    FrameBudget(long fileBytes) {
        this.limit = ALWAYS + FRAMES_PER_BYTE * fileBytes;
    }

    void take(int frames) throws FormatException {
        used += frames;
        if (used > limit) {
            throw new FormatException("file unfolds into more than " + limit + " frames: it is damaged or hostile");
        }
    }
}
