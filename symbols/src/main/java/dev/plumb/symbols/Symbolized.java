package dev.plumb.symbols;

import java.util.List;

/// The answer for one address: its frames, or why it has no name. Never an exception.
public sealed interface Symbolized {
    long address();

    /// The frames, innermost first: inlined functions, then the function that contains them. Never empty: an unknown
    /// address has one frame without a symbol, which still tells module and offset if they are known.
    List<Frame> frames();

    /// An address with a name.
    record Frames(long address, List<Frame> frames) implements Symbolized {
        public Frames {
            frames = List.copyOf(frames);
        }
    }

    /// An address without one.
    ///
    /// @param reason why, for a program
    /// @param detail why, for a reader: one line that also says what would help, if anything would
    /// @param frame what is known nevertheless
    record Unknown(long address, UnknownReason reason, String detail, Frame frame) implements Symbolized {
        @Override
        public List<Frame> frames() {
            return List.of(frame);
        }
    }
}
