package dev.plumb.ebpf.map;

import dev.plumb.ebpf.Layout;
import org.jspecify.annotations.Nullable;

/// What a map is to be, before it exists: data, with no descriptor in it. [BpfMap#create(MapSpec)] makes one.
///
/// @param name at most 15 characters reach the kernel
/// @param keySizeBytes 0 for ring buffers, queues and stacks
/// @param maxEntries for a ring buffer its size in bytes, a power of two and a multiple of the page size
/// @param inner what the inner maps of a map of maps look like, else null
/// @param keyLayout what a key looks like where that is known, for tools that print the map, else null
/// @param valueLayout the same of a value, which programs then use by field
public record MapSpec(
        String name,
        MapType type,
        int keySizeBytes,
        int valueSizeBytes,
        int maxEntries,
        int flags,
        @Nullable MapSpec inner,
        @Nullable Layout keyLayout,
        @Nullable Layout valueLayout) {
    private static final int NO_PREALLOC = 1;
    private static final int MMAPABLE = 1 << 10;

    /// A map whose keys and values are plain bytes.
    public MapSpec(
            String name,
            MapType type,
            int keySizeBytes,
            int valueSizeBytes,
            int maxEntries,
            int flags,
            @Nullable MapSpec inner) {
        this(name, type, keySizeBytes, valueSizeBytes, maxEntries, flags, inner, null, null);
    }

    /// A hash table, allocated at once. See [#allocatedOnDemand()].
    public static MapSpec hash(String name, int keySizeBytes, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.HASH, keySizeBytes, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec hash(String name, Layout key, Layout value, int maxEntries) {
        return hash(name, key.sizeBytes(), value.sizeBytes(), maxEntries).withLayouts(key, value);
    }

    public static MapSpec perCpuHash(String name, int keySizeBytes, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.PERCPU_HASH, keySizeBytes, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec perCpuHash(String name, Layout key, Layout value, int maxEntries) {
        return perCpuHash(name, key.sizeBytes(), value.sizeBytes(), maxEntries).withLayouts(key, value);
    }

    /// A hash table that drops what was used least when it is full.
    public static MapSpec lruHash(String name, int keySizeBytes, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.LRU_HASH, keySizeBytes, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec lruHash(String name, Layout key, Layout value, int maxEntries) {
        return lruHash(name, key.sizeBytes(), value.sizeBytes(), maxEntries).withLayouts(key, value);
    }

    public static MapSpec lruPerCpuHash(String name, int keySizeBytes, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.LRU_PERCPU_HASH, keySizeBytes, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec lruPerCpuHash(String name, Layout key, Layout value, int maxEntries) {
        return lruPerCpuHash(name, key.sizeBytes(), value.sizeBytes(), maxEntries)
                .withLayouts(key, value);
    }

    public static MapSpec array(String name, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.ARRAY, 4, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec array(String name, Layout value, int maxEntries) {
        return array(name, value.sizeBytes(), maxEntries).withLayouts(null, value);
    }

    public static MapSpec perCpuArray(String name, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.PERCPU_ARRAY, 4, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec perCpuArray(String name, Layout value, int maxEntries) {
        return perCpuArray(name, value.sizeBytes(), maxEntries).withLayouts(null, value);
    }

    /// Stacks by id. The kernel caps the depth at `kernel.perf_event_max_stack`, 127 unless changed.
    public static MapSpec stackTrace(String name, int depth, int maxEntries) {
        return new MapSpec(name, MapType.STACK_TRACE, 4, Math.multiplyExact(8, depth), maxEntries, 0, null);
    }

    /// A ring buffer; its size is a power of two and a multiple of the page size.
    public static MapSpec ringBuffer(String name, int sizeBytes) {
        if (Integer.bitCount(sizeBytes) != 1) {
            throw new IllegalArgumentException(
                    "ring buffer '" + name + "': size=" + sizeBytes + " is not a power of two");
        }
        return new MapSpec(name, MapType.RINGBUF, 0, 0, sizeBytes, 0, null);
    }

    /// One perf event descriptor per possible CPU; `maxEntries` 0 lets the library fill in their number.
    public static MapSpec perfEventArray(String name) {
        return new MapSpec(name, MapType.PERF_EVENT_ARRAY, 4, 4, dev.plumb.ebpf.Cpus.possible(), 0, null);
    }

    /// Programs to tail-call, by index.
    public static MapSpec programArray(String name, int maxEntries) {
        return new MapSpec(name, MapType.PROG_ARRAY, 4, 4, maxEntries, 0, null);
    }

    /// Longest-prefix match; the key is a 32-bit prefix length in bits followed by `dataSizeBytes` in network order.
    public static MapSpec lpmTrie(String name, int dataSizeBytes, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.LPM_TRIE, 4 + dataSizeBytes, valueSizeBytes, maxEntries, NO_PREALLOC, null);
    }

    public static MapSpec queue(String name, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.QUEUE, 0, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec stack(String name, int valueSizeBytes, int maxEntries) {
        return new MapSpec(name, MapType.STACK, 0, valueSizeBytes, maxEntries, 0, null);
    }

    public static MapSpec arrayOfMaps(String name, MapSpec inner, int maxEntries) {
        return new MapSpec(name, MapType.ARRAY_OF_MAPS, 4, 4, maxEntries, 0, inner);
    }

    public static MapSpec hashOfMaps(String name, int keySizeBytes, MapSpec inner, int maxEntries) {
        return new MapSpec(name, MapType.HASH_OF_MAPS, keySizeBytes, 4, maxEntries, 0, inner);
    }

    /// Hash elements are allocated as they come instead of all at once: less memory for a large, mostly empty map.
    ///
    /// In programs that may run in any context (perf events, kprobes), kernels before 6.1 could deadlock on it and
    /// refuse such programs or warn; the default is safe everywhere.
    public MapSpec allocatedOnDemand() {
        return withFlags(flags | NO_PREALLOC);
    }

    /// An array whose values Java can map into memory: needs Linux 5.5. Not for per-CPU arrays.
    public MapSpec memoryMappable() {
        return withFlags(flags | MMAPABLE);
    }

    /// The same with the layouts of key and value, which must have their sizes; null where there is none.
    public MapSpec withLayouts(@Nullable Layout key, @Nullable Layout value) {
        requireSize("key", key, keySizeBytes);
        requireSize("value", value, valueSizeBytes);
        return new MapSpec(name, type, keySizeBytes, valueSizeBytes, maxEntries, flags, inner, key, value);
    }

    private void requireSize(String what, @Nullable Layout layout, int sizeBytes) {
        if (layout != null && layout.sizeBytes() != sizeBytes) {
            throw new IllegalArgumentException("map '" + name + "': its " + what + " has " + sizeBytes
                    + " bytes, record '" + layout.name() + "' has " + layout.sizeBytes());
        }
    }

    public MapSpec withMaxEntries(int entries) {
        return new MapSpec(name, type, keySizeBytes, valueSizeBytes, entries, flags, inner, keyLayout, valueLayout);
    }

    private MapSpec withFlags(int newFlags) {
        return new MapSpec(
                name, type, keySizeBytes, valueSizeBytes, maxEntries, newFlags, inner, keyLayout, valueLayout);
    }

    boolean isMemoryMappable() {
        return (flags & MMAPABLE) != 0;
    }
}
