package dev.plumb.elf.demangle;

/// Text being printed, with limits on its length, on the work done for it and on the depth of nesting.
///
/// A name can refer to its own parts again and again, so a short one can stand for gigabytes of text.
final class Output {
    private static final int MAX_LENGTH = 1 << 18;
    private static final int MAX_STEPS = 1 << 20;
    private static final int MAX_DEPTH = 320;

    private final StringBuilder text = new StringBuilder(128);
    private char last = Cursor.END;
    private int steps;
    private int depth;

    Output append(String more) {
        if (text.length() + more.length() > MAX_LENGTH) {
            throw new Undecodable("the text is too long");
        }
        if (!more.isEmpty()) {
            text.append(more);
            last = more.charAt(more.length() - 1);
        }
        return this;
    }

    Output append(char c) {
        if (text.length() >= MAX_LENGTH) {
            throw new Undecodable("the text is too long");
        }
        text.append(c);
        last = c;
        return this;
    }

    /// Counts one more level of nesting.
    void enter() {
        step();
        if (++depth > MAX_DEPTH) {
            throw new Undecodable("nested too deeply");
        }
    }

    void leave() {
        depth--;
    }

    void step() {
        if (++steps > MAX_STEPS) {
            throw new Undecodable("too much work");
        }
    }

    int length() {
        return text.length();
    }

    /// Takes back what was appended since the text had `length` characters.
    void truncate(int length) {
        text.setLength(length);
    }

    /// The character appended last, even if it was taken back: so does c++filt, which decides on blanks by it.
    char lastChar() {
        return last;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
