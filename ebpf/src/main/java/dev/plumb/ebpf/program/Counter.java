package dev.plumb.ebpf.program;

import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.MapType;

/// A cell of an array map that programs count in, such as the records a full ring refused.
///
/// @param map an array of 64-bit numbers, per CPU or not
public record Counter(BpfMap map, int cell) {
    public Counter {
        boolean array = map.spec().type() == MapType.ARRAY || map.spec().type() == MapType.PERCPU_ARRAY;
        if (!array
                || map.spec().valueSizeBytes() != 8
                || cell < 0
                || cell >= map.spec().maxEntries()) {
            throw new IllegalArgumentException(
                    "counter " + cell + " of " + map + ": needs an array of 64-bit numbers that has the cell");
        }
    }
}
