package dev.plumb.tools;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import java.lang.foreign.MemorySegment;

/// A stack in the kernel's map of stacks.
///
/// ```
///  0        8                                  8 + 8 * maxDepth
/// +--------+--------+--------+----------------+
/// | depth  | leaf   | caller | ...            |
/// +--------+--------+--------+----------------+
/// ```
/// Addresses behind the depth are leftovers of other stacks.
record StackRecord(Layout layout, Field depth, Field addresses) {
    static StackRecord of(int maxDepth) {
        Layout.Builder builder = Layout.struct("stack");
        Field depth = builder.u64("depth");
        Field addresses = builder.u64s("addresses", maxDepth);
        return new StackRecord(builder.build(), depth, addresses);
    }

    int maxDepth() {
        return addresses.count();
    }

    RawStack read(MemorySegment record) {
        long[] leafFirst = new long[(int) depth.read(record)];
        for (int i = 0; i < leafFirst.length; i++) {
            leafFirst[i] = addresses.readElement(record, 0, i);
        }
        return RawStack.of(leafFirst);
    }
}
