package dev.plumb.profile.analysis;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;

/// A function as tables know it: all frames with the same name, module and kind.
public record Function(String name, String module, FrameKind kind) {
    public static Function of(Frame frame) {
        return new Function(frame.name(), frame.module(), frame.kind());
    }
}
