package dev.plumb.symbols;

import dev.plumb.elf.AddressOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// The kernel's symbols, sorted by address: about 12 bytes and the name for each.
///
/// The kernel tells no sizes: a symbol reaches up to the next one. Of symbols at one address the first in the file is
/// kept, as the kernel's own stack traces do; it sorts them so that the best name comes first.
final class Kallsyms {
    /// How far the last symbol of a module reaches if nothing tells where the module ends.
    private static final long LAST_SYMBOL_BYTES = 1 << 16;

    /// How far any symbol reaches: the offsets of per-CPU data, listed from zero on, must not name the whole address
    /// space up to the kernel.
    private static final long MAX_SYMBOL_BYTES = 1 << 24;

    private final long[] starts;
    private final int[] names;
    private final short[] modules;
    private final byte[] text;
    private final List<String> moduleNames;

    private Kallsyms(long[] starts, int[] names, short[] modules, byte[] text, List<String> moduleNames) {
        this.starts = starts;
        this.names = names;
        this.modules = modules;
        this.text = text;
        this.moduleNames = moduleNames;
    }

    /// Sorts what a reader collected, and keeps the first symbol of each address.
    static Kallsyms of(
            long[] addresses, int[] names, short[] modules, int count, byte[] text, List<String> moduleNames) {
        int[] order = AddressOrder.of(addresses, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || addresses[order[i]] != addresses[order[i - 1]]) {
                order[kept++] = order[i];
            }
        }
        long[] sortedStarts = new long[kept];
        int[] sortedNames = new int[kept];
        short[] sortedModules = new short[kept];
        for (int i = 0; i < kept; i++) {
            sortedStarts[i] = addresses[order[i]];
            sortedNames[i] = names[order[i]];
            sortedModules[i] = modules[order[i]];
        }
        return new Kallsyms(sortedStarts, sortedNames, sortedModules, text, List.copyOf(moduleNames));
    }

    int count() {
        return starts.length;
    }

    /// Whether every address is zero, as users without the right see them.
    boolean hidden() {
        return starts.length == 1 && starts[0] == 0;
    }

    /// The row of the symbol that covers an address, or -1.
    int find(long address) {
        int row = AddressOrder.floor(starts, starts.length, address);
        if (row < 0) {
            return -1;
        }
        boolean last = row + 1 == starts.length || modules[row + 1] != modules[row];
        long limit = last ? LAST_SYMBOL_BYTES : MAX_SYMBOL_BYTES;
        return Long.compareUnsigned(address - starts[row], limit) < 0 ? row : -1;
    }

    long start(int row) {
        return starts[row];
    }

    String name(int row) {
        int end = names[row];
        while (end < text.length && text[end] != 0) {
            end++;
        }
        return new String(text, names[row], end - names[row], StandardCharsets.UTF_8);
    }

    /// The module a symbol belongs to: `kernel`, the name of a module, or `bpf`.
    String module(int row) {
        return moduleNames.get(modules[row]);
    }
}
