package dev.plumb.symbols;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a compiler says about its code in the one line it has for it.
///
/// @param line source line, or 0
record JitName(String symbol, @Nullable String file, int line, FrameKind kind) {
    /// `JS:*fib /srv/app.js:12:17`, with the tier of the code before the name.
    private static final Pattern V8 = Pattern.compile(
            "(?:JS|LazyCompile|Function|Script|Eval|Interpreted):([*^~+']*)(\\S*) (\\S*?):(\\d{1,9}):\\d+");

    private static final Pattern V8_OTHER = Pattern.compile("(?:Builtin|BytecodeHandler|RegExp|Stub|JS|Script):.*");
    /// `py::handler:/srv/app.py`, as CPython 3.12 writes it.
    private static final Pattern PYTHON = Pattern.compile("py::(.+?):(.*)");

    /// Splits a name.
    ///
    /// @param otherwise the kind of code that the process compiles, as far as that can be told
    static JitName of(String text, FrameKind otherwise) {
        Matcher v8 = V8.matcher(text);
        if (v8.matches()) {
            String function = v8.group(2).isEmpty() ? "(anonymous)" : v8.group(2);
            return new JitName(function, v8.group(3), Integer.parseInt(v8.group(4)), FrameKind.JAVASCRIPT);
        }
        Matcher python = PYTHON.matcher(text);
        if (python.matches()) {
            return new JitName(python.group(1), python.group(2), 0, FrameKind.PYTHON);
        }
        FrameKind kind = V8_OTHER.matcher(text).matches() ? FrameKind.JAVASCRIPT : otherwise;
        return new JitName(text, null, 0, kind);
    }
}
