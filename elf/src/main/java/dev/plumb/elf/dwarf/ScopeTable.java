package dev.plumb.elf.dwarf;

/// The functions of a unit, and the functions inlined into them, by address. Scopes are numbers; -1 is none.
final class ScopeTable {
    private final IntervalTable intervals;
    private final long[] entries;
    private final int[] parents;
    private final int[] callFiles;
    private final int[] callLines;
    private final long[] lows;

    ScopeTable(IntervalTable intervals, long[] entries, int[] parents, int[] callFiles, int[] callLines, long[] lows) {
        this.intervals = intervals;
        this.entries = entries;
        this.parents = parents;
        this.callFiles = callFiles;
        this.callLines = callLines;
        this.lows = lows;
    }

    /// The innermost scope around an address.
    int find(long address) {
        return intervals.find(address);
    }

    /// Where the entry with a scope's name lies in `.debug_info`: its own, or the one it was inlined from.
    long entry(int scope) {
        return entries[scope];
    }

    /// The scope that one was inlined into; none for a function.
    int parent(int scope) {
        return parents[scope];
    }

    /// The number of the file that holds the call that was inlined.
    int callFile(int scope) {
        return callFiles[scope];
    }

    int callLine(int scope) {
        return callLines[scope];
    }

    /// The first address of a scope.
    long low(int scope) {
        return lows[scope];
    }

    long heapBytes() {
        return intervals.heapBytes() + 28L * entries.length;
    }
}
