package dev.plumb.ebpf.btf;

import java.util.Arrays;

/// Finds the types of a name: by scanning the first few times, through a hash table afterwards.
///
/// A process that asks once does not pay for the table (a megabyte and 10 ms for a kernel), one that asks a thousand
/// times does not scan 100,000 types each time.
final class NameIndex {
    private static final int SCANS_BEFORE_TABLE = 3;

    private final TypeSection types;
    private final StringSection strings;
    private int scans;
    private int[] heads = {};
    private int[] nexts = {};

    NameIndex(TypeSection types, StringSection strings) {
        this.types = types;
        this.strings = strings;
    }

    /// The ids of the types with a name, in ascending order.
    synchronized int[] ids(byte[] name) {
        if (name.length == 0) {
            return new int[0];
        }
        if (heads.length == 0 && scans++ < SCANS_BEFORE_TABLE) {
            return scan(name);
        }
        if (heads.length == 0) {
            build();
        }
        int[] found = new int[1];
        int count = 0;
        int id = heads[StringSection.hash(name) & heads.length - 1];
        while (id != 0) {
            if (strings.matches(types.nameOffset(id), name)) {
                found = put(found, count++, id);
            }
            id = nexts[id - types.firstId()];
        }
        return Arrays.copyOf(found, count);
    }

    private int[] scan(byte[] name) {
        int[] found = new int[1];
        int count = 0;
        for (int id = types.firstId(); id < types.endId(); id++) {
            if (named(id, name)) {
                found = put(found, count++, id);
            }
        }
        return Arrays.copyOf(found, count);
    }

    private boolean named(int id, byte[] name) {
        return strings.matches(types.nameOffset(id), name);
    }

    /// Chains, not probing: types of one name, however many, cost one step each.
    private void build() {
        int count = types.endId() - types.firstId();
        int[] table = new int[Integer.highestOneBit(Math.max(count, 8)) * 2];
        nexts = new int[count];
        for (int id = types.endId() - 1; id >= types.firstId(); id--) {
            int name = types.nameOffset(id);
            if (name != 0) {
                int bucket = strings.hash(name) & table.length - 1;
                nexts[id - types.firstId()] = table[bucket];
                table[bucket] = id;
            }
        }
        heads = table;
    }

    private static int[] put(int[] ids, int count, int id) {
        int[] room = count < ids.length ? ids : Arrays.copyOf(ids, count * 2);
        room[count] = id;
        return room;
    }
}
