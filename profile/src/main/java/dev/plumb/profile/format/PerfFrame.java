package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import java.util.ArrayList;
import java.util.List;

/// One line of a stack in the text of `perf script`: address, symbol with or without an offset, module in parentheses.
final class PerfFrame {
    private static final String INLINED = "inlined";

    private PerfFrame() {}

    static Frame of(String line, long number) throws FormatException {
        String text = line.strip();
        int space = text.indexOf(' ');
        long address;
        try {
            address = Long.parseUnsignedLong(text, 0, space < 0 ? text.length() : space, 16);
        } catch (NumberFormatException e) {
            throw new FormatException("perf script: line " + number + " does not start with an address");
        }
        String rest = space < 0 ? "" : text.substring(space + 1).strip();
        int open = rest.endsWith(")") ? moduleStart(rest) : -1;
        String module = open < 0 ? "" : rest.substring(open + 1, rest.length() - 1);
        String symbol = open < 0 ? rest : rest.substring(0, open).strip();
        boolean inlined = module.equals(INLINED);
        int plus = symbol.lastIndexOf("+0x");
        long offset = plus < 0 ? 0 : UnknownName.offset(symbol);
        String name = plus < 0 ? symbol : symbol.substring(0, plus);
        FrameKind kind = kind(address, module);
        return new Frame(
                address,
                name.equals("[unknown]") ? "" : name,
                name.equals("[unknown]") ? 0 : offset,
                inlined || isKindOnly(module) ? "" : module,
                null,
                0,
                inlined,
                kind);
    }

    /// Gives inlined frames the module and kind of the function they were inlined into, which follows.
    static List<Frame> withModules(List<Frame> frames) {
        List<Frame> whole = new ArrayList<>(frames);
        for (int i = whole.size() - 2; i >= 0; i--) {
            Frame frame = whole.get(i);
            Frame caller = whole.get(i + 1);
            if (frame.inlined()) {
                whole.set(
                        i,
                        new Frame(frame.address(), frame.symbol(), 0, caller.module(), null, 0, true, caller.kind()));
            }
        }
        return whole;
    }

    /// Where the module starts: after the last " (", so that names with parentheses stay whole.
    private static int moduleStart(String text) {
        int start = text.lastIndexOf(" (");
        return start < 0 ? (text.startsWith("(") ? 0 : -1) : start + 1;
    }

    private static FrameKind kind(long address, String module) {
        if (isKindOnly(module)) {
            return FrameKind.of(module.substring(1, module.length() - 1));
        }
        if (module.startsWith("[vdso") || module.startsWith("[vsyscall")) {
            return FrameKind.NATIVE;
        }
        FrameKind guess = Stacks.guess(module, "", "");
        return address < 0 ? FrameKind.KERNEL : guess;
    }

    /// Whether a module is none but the kind that the writer put there.
    private static boolean isKindOnly(String module) {
        if (module.length() < 3 || !module.startsWith("[") || !module.endsWith("]")) {
            return false;
        }
        String inner = module.substring(1, module.length() - 1);
        return FrameKind.of(inner) != FrameKind.OTHER || inner.equals(FrameKind.OTHER.label());
    }
}
