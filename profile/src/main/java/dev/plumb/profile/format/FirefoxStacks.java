package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Unfolds the stacks of a Firefox profile, whose tables name their parts by number.
final class FirefoxStacks {
    private static final FirefoxColumns NONE = new FirefoxColumns();

    private final FirefoxColumns stackTable;
    private final FirefoxColumns frameTable;
    private final FirefoxColumns funcTable;
    private final FirefoxColumns resourceTable;
    private final FirefoxColumns sources;
    private final List<String> strings;
    private final List<String> kinds;
    private final Map<Integer, Frame> frames = new HashMap<>();
    private final Map<Integer, List<Frame>> stacks = new HashMap<>();
    private final FrameBudget budget;

    /// @param kinds our own kinds by category, or none if the categories are someone else's
    FirefoxStacks(Map<String, FirefoxColumns> tables, List<String> strings, List<String> kinds) {
        this.stackTable = tables.getOrDefault("stackTable", NONE);
        this.frameTable = tables.getOrDefault("frameTable", NONE);
        this.funcTable = tables.getOrDefault("funcTable", NONE);
        this.resourceTable = tables.getOrDefault("resourceTable", NONE);
        this.sources = tables.getOrDefault("sources", NONE);
        this.strings = strings;
        this.kinds = kinds;
        this.budget = new FrameBudget(16L * stackTable.size("frame"));
    }

    /// The frames of a stack, leaf first; none for -1.
    List<Frame> frames(int stack) throws FormatException {
        @Nullable List<Frame> known = stacks.get(stack);
        if (known != null) {
            return known;
        }
        List<Frame> leafFirst = new ArrayList<>();
        int node = stack;
        while (node >= 0) {
            if (node >= stackTable.size("frame") || leafFirst.size() > stackTable.size("frame")) {
                throw new FormatException("Firefox profile: stack " + stack + " leads nowhere or in circles");
            }
            budget.take(1);
            leafFirst.add(frame(stackTable.number("frame", node)));
            if (stackTable.has("prefixOffset")) {
                int offset = stackTable.number("prefixOffset", node);
                node = offset <= 0 ? -1 : node - offset;
            } else {
                node = stackTable.number("prefix", node);
            }
        }
        stacks.put(stack, leafFirst);
        return leafFirst;
    }

    private Frame frame(int number) throws FormatException {
        @Nullable Frame known = frames.get(number);
        if (known != null) {
            return known;
        }
        if (number < 0 || number >= frameTable.size("func")) {
            throw new FormatException("Firefox profile: frame " + number + " of " + frameTable.size("func"));
        }
        int function = frameTable.number("func", number);
        String name = string(funcTable.number("name", function));
        int resource = funcTable.number("resource", function);
        String module = resource < 0 ? "" : string(resourceTable.number("name", resource));
        String file = file(function);
        boolean unknown = "0".equals(funcTable.text("plumbKnown", function));
        Frame frame = new Frame(
                address(number),
                unknown ? "" : name,
                Math.max(0, frameTable.number("plumbOffset", number)),
                module,
                file.isEmpty() ? null : file,
                Math.max(0, frameTable.number("line", number)),
                frameTable.number("inlineDepth", number) > 0,
                kind(number, module, file, name));
        frames.put(number, frame);
        return frame;
    }

    private FrameKind kind(int frame, String module, String file, String name) throws FormatException {
        int category = frameTable.number("category", frame);
        return category >= 0 && category < kinds.size()
                ? FrameKind.of(kinds.get(category))
                : Stacks.guess(module, file, name);
    }

    private String file(int function) throws FormatException {
        int source = funcTable.number("source", function);
        return string(source >= 0 ? sources.number("filename", source) : funcTable.number("fileName", function));
    }

    private long address(int frame) {
        @Nullable String text = frameTable.text("plumbAddress", frame);
        try {
            return text == null ? 0 : Long.parseUnsignedLong(text, 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private String string(int index) throws FormatException {
        if (index >= strings.size()) {
            throw new FormatException("Firefox profile: string " + index + " of " + strings.size());
        }
        return index < 0 ? "" : strings.get(index);
    }
}
