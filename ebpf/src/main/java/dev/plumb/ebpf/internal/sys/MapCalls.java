package dev.plumb.ebpf.internal.sys;

import java.lang.foreign.MemorySegment;

/// The map commands of `bpf(2)`. A negative result is `-errno`.
///
/// ```
/// element commands: u32 map_fd @0 | u64 key @8 | u64 value or next_key @16 | u64 flags @24
/// batch commands:   u64 in_batch @0 | u64 out_batch @8 | u64 keys @16 | u64 values @24 | u32 count @32
///                   u32 map_fd @36 | u64 elem_flags @40 | u64 flags @48
/// ```
public final class MapCalls {
    private static final int MAP_CREATE = 0;
    private static final int MAP_LOOKUP_ELEM = 1;
    private static final int MAP_UPDATE_ELEM = 2;
    private static final int MAP_DELETE_ELEM = 3;
    private static final int MAP_GET_NEXT_KEY = 4;
    private static final int MAP_LOOKUP_AND_DELETE_ELEM = 21;
    private static final int MAP_FREEZE = 22;
    private static final int MAP_LOOKUP_BATCH = 24;
    private static final int MAP_LOOKUP_AND_DELETE_BATCH = 25;
    private static final int MAP_UPDATE_BATCH = 26;
    private static final int MAP_DELETE_BATCH = 27;

    private MapCalls() {}

    /// Everything `MAP_CREATE` takes; zero where there is none.
    public record Create(
            String name,
            int type,
            int keySize,
            int valueSize,
            int maxEntries,
            int flags,
            int innerMapFd,
            int btfFd,
            int btfKeyTypeId,
            int btfValueTypeId) {}

    public static int create(Create map) {
        try (Attr attr = Attr.bpf()) {
            attr.u32(0, map.type)
                    .u32(4, map.keySize)
                    .u32(8, map.valueSize)
                    .u32(12, map.maxEntries)
                    .u32(16, map.flags)
                    .u32(20, map.innerMapFd)
                    .name(28, map.name)
                    .u32(48, map.btfFd)
                    .u32(52, map.btfKeyTypeId)
                    .u32(56, map.btfValueTypeId);
            return attr.bpf(MAP_CREATE);
        }
    }

    public static int lookup(int fd, MemorySegment key, MemorySegment value) {
        return element(MAP_LOOKUP_ELEM, fd, key, value, 0);
    }

    public static int update(int fd, MemorySegment key, MemorySegment value, long flags) {
        return element(MAP_UPDATE_ELEM, fd, key, value, flags);
    }

    public static int delete(int fd, MemorySegment key) {
        return element(MAP_DELETE_ELEM, fd, key, MemorySegment.NULL, 0);
    }

    public static int lookupAndDelete(int fd, MemorySegment key, MemorySegment value) {
        return element(MAP_LOOKUP_AND_DELETE_ELEM, fd, key, value, 0);
    }

    /// The key after `key`, or the first one for [MemorySegment#NULL].
    public static int nextKey(int fd, MemorySegment key, MemorySegment next) {
        return element(MAP_GET_NEXT_KEY, fd, key, next, 0);
    }

    public static int freeze(int fd) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, fd).bpf(MAP_FREEZE);
        }
    }

    private static int element(int command, int fd, MemorySegment key, MemorySegment value, long flags) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, fd)
                    .pointer(8, key)
                    .pointer(16, value)
                    .u64(24, flags)
                    .bpf(command);
        }
    }

    /// The outcome of a batch: the error (0 for none) and how many elements were done before it.
    public record Batch(int error, int count) {}

    public static Batch lookupBatch(
            int fd, MemorySegment in, MemorySegment out, MemorySegment keys, MemorySegment values, int count) {
        return batch(MAP_LOOKUP_BATCH, fd, in, out, keys, values, count, 0);
    }

    public static Batch lookupAndDeleteBatch(
            int fd, MemorySegment in, MemorySegment out, MemorySegment keys, MemorySegment values, int count) {
        return batch(MAP_LOOKUP_AND_DELETE_BATCH, fd, in, out, keys, values, count, 0);
    }

    public static Batch updateBatch(int fd, MemorySegment keys, MemorySegment values, int count, long flags) {
        return batch(MAP_UPDATE_BATCH, fd, MemorySegment.NULL, MemorySegment.NULL, keys, values, count, flags);
    }

    public static Batch deleteBatch(int fd, MemorySegment keys, int count) {
        MemorySegment none = MemorySegment.NULL;
        return batch(MAP_DELETE_BATCH, fd, none, none, keys, none, count, 0);
    }

    private static Batch batch(
            int command,
            int fd,
            MemorySegment in,
            MemorySegment out,
            MemorySegment keys,
            MemorySegment values,
            int count,
            long elementFlags) {
        try (Attr attr = Attr.bpf()) {
            attr.pointer(0, in)
                    .pointer(8, out)
                    .pointer(16, keys)
                    .pointer(24, values)
                    .u32(32, count)
                    .u32(36, fd)
                    .u64(40, elementFlags);
            int error = attr.bpf(command);
            return new Batch(Math.min(error, 0), attr.u32(32));
        }
    }
}
