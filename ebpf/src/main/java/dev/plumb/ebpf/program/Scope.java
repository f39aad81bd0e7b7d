package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.SourceLine;
import org.jspecify.annotations.Nullable;

/// A block of a function: what is defined in it may be used until it ends.
final class Scope {
    final @Nullable Scope outer;
    final SourceLine source;
    final int stackBytes;

    /// The loop that this block is the body of.
    @Nullable
    Loop loop;

    /// The ring record that this block fills; leaving the block any other way than by its end gives it up.
    @Nullable
    Memory record;

    boolean open = true;

    Scope(@Nullable Scope outer, SourceLine source, int stackBytes) {
        this.outer = outer;
        this.source = source;
        this.stackBytes = stackBytes;
    }

    /// Where a loop goes on, and where it is left.
    record Loop(int next, int end) {}
}
