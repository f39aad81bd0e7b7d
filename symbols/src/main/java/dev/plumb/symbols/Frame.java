package dev.plumb.symbols;

import org.jspecify.annotations.Nullable;

/// One function at one address. An address inside inlined code has several.
///
/// @param address the address that was asked for
/// @param symbol the function, demangled unless raw names were asked for; empty if it has no name
/// @param offset bytes from the function's start; from the module's start if the function is not known
/// @param module the file, kernel module or map the code belongs to; empty if not known
/// @param file source file, or null
/// @param line source line, or 0
/// @param inlined whether the compiler put this function's code into the next frame's
public record Frame(
        long address,
        String symbol,
        long offset,
        String module,
        @Nullable String file,
        int line,
        boolean inlined,
        FrameKind kind) {

    /// The best short text: the function, or `module+0x12`, or the address.
    public String display() {
        if (!symbol.isEmpty()) {
            return symbol;
        }
        String hex = "0x" + Long.toHexString(module.isEmpty() ? address : offset);
        return module.isEmpty() ? hex : module.substring(module.lastIndexOf('/') + 1) + "+" + hex;
    }
}
