package dev.plumb.symbols;

import java.util.Objects;

/// Answers for addresses without a name.
final class Symbols {
    private Symbols() {}

    static Symbolized.Unknown unknown(long address, UnknownReason reason, String detail, String module, long offset) {
        Frame frame = new Frame(address, "", offset, module, null, 0, false, FrameKind.NATIVE);
        return new Symbolized.Unknown(address, reason, detail, frame);
    }

    static Symbolized.Unknown unknown(long address, UnknownReason reason, String detail) {
        return unknown(address, reason, detail, "", 0);
    }

    static String message(Throwable failure) {
        return Objects.requireNonNullElse(
                failure.getMessage(), failure.getClass().getSimpleName());
    }
}
