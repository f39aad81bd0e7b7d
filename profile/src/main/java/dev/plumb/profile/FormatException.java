package dev.plumb.profile;

import java.io.IOException;

/// Says that input is not what its format demands: what was read, where, and what is wrong with it.
public final class FormatException extends IOException {
    private static final long serialVersionUID = 1L;

    public FormatException(String message) {
        super(message);
    }
}
