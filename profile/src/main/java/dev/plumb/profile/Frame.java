package dev.plumb.profile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One frame of a symbolized stack.
///
/// @param address the address in the process or kernel, 0 where there is none
/// @param symbol the function, or an empty string if it is not known
/// @param offset how far into the function the address is; into the module if the function is not known
/// @param module the mapped file, kernel module or class source, or an empty string
/// @param file the source file, if known
/// @param line the line in that file, 0 if not known
/// @param inlined whether the compiler inlined the function into the frame that follows (its caller)
/// @param kind what sort of code it is
public record Frame(
        long address,
        String symbol,
        long offset,
        String module,
        @Nullable String file,
        int line,
        boolean inlined,
        FrameKind kind) {

    public Frame {
        Objects.requireNonNull(symbol);
        Objects.requireNonNull(module);
        Objects.requireNonNull(kind);
    }

    /// A frame known by its name only.
    public static Frame of(String symbol, FrameKind kind) {
        return new Frame(0, symbol, 0, "", null, 0, false, kind);
    }

    /// A frame whose function is not known.
    public static Frame unknown(long address, String module, long offset, FrameKind kind) {
        return new Frame(address, "", offset, module, null, 0, false, kind);
    }

    /// Whether the function is not known.
    public boolean isUnknown() {
        return symbol.isEmpty();
    }

    /// What to show: the function, else `libc.so.6+0x1a2b`, else the address.
    public String name() {
        if (!symbol.isEmpty()) {
            return symbol;
        }
        if (!module.isEmpty()) {
            return moduleName() + "+0x" + Long.toHexString(offset);
        }
        return address != 0 ? "0x" + Long.toHexString(address) : "[unknown]";
    }

    /// The module without its folder.
    public String moduleName() {
        return module.substring(module.lastIndexOf('/') + 1);
    }

    /// Written out, as is `equals`: the ones records come with are slow without the optimizing compiler, and frames are
    /// compared by the million.
    @Override
    public int hashCode() {
        return (Long.hashCode(address * 0x9E3779B97F4A7C15L) + symbol.hashCode()) * 31 + module.hashCode() + line;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Frame that && isSame(that));
    }

    private boolean isSame(Frame that) {
        return address == that.address
                && offset == that.offset
                && line == that.line
                && inlined == that.inlined
                && kind == that.kind
                && symbol.equals(that.symbol)
                && module.equals(that.module)
                && Objects.equals(file, that.file);
    }
}
