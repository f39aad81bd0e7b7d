package dev.plumb.ebpf.map;

import dev.plumb.ebpf.internal.sys.MapCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// A map with typed keys and values. It owns nothing: closing the map ends it.
public final class MapView<K, V> {
    private final BpfMap map;
    private final Codec<K> keys;
    private final Codec<V> values;

    private MapView(BpfMap map, Codec<K> keys, Codec<V> values) {
        this.map = map;
        this.keys = keys;
        this.values = values;
    }

    /// Views a map with one value a key.
    ///
    /// @throws IllegalArgumentException if the sizes differ from the map's, or it is a per-CPU map
    public static <K, V> MapView<K, V> of(BpfMap map, Codec<K> keys, Codec<V> values) {
        if (map.spec().type().isPerCpu()) {
            throw new IllegalArgumentException(map + " has a value for each CPU: use PerCpuView");
        }
        requireSizes(map, keys, values);
        return new MapView<>(map, keys, values);
    }

    static void requireSizes(BpfMap map, Codec<?> keys, Codec<?> values) {
        MapSpec spec = map.spec();
        if (keys.sizeBytes() != spec.keySizeBytes() || values.sizeBytes() != spec.valueSizeBytes()) {
            throw new IllegalArgumentException(map + ": key=" + spec.keySizeBytes() + " value=" + spec.valueSizeBytes()
                    + " bytes, but the codecs have key=" + keys.sizeBytes() + " value=" + values.sizeBytes());
        }
    }

    public Optional<V> lookup(K key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(values.sizeBytes(), 8);
            return map.lookup(encode(arena, key), value) ? Optional.of(values.decode(value)) : Optional.empty();
        }
    }

    public void put(K key, V value) {
        update(key, value, UpdateMode.ANY);
    }

    /// Sets a value; false where the mode forbade it.
    public boolean update(K key, V value, UpdateMode mode) {
        try (Arena arena = Arena.ofConfined()) {
            return map.update(encode(arena, key), encodeValue(arena, value), mode);
        }
    }

    public boolean delete(K key) {
        try (Arena arena = Arena.ofConfined()) {
            return map.delete(encode(arena, key));
        }
    }

    /// Takes a value out in one step.
    public Optional<V> lookupAndDelete(K key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(values.sizeBytes(), 8);
            return map.lookupAndDelete(encode(arena, key), value)
                    ? Optional.of(values.decode(value))
                    : Optional.empty();
        }
    }

    /// Sets many values in one system call where the kernel has batches, one by one elsewhere.
    public void putAll(Map<K, V> entries) {
        List<Map.Entry<K, V>> list = new ArrayList<>(entries.entrySet());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment keyBlock = arena.allocate((long) keys.sizeBytes() * Math.max(1, list.size()), 8);
            MemorySegment valueBlock = arena.allocate((long) values.sizeBytes() * Math.max(1, list.size()), 8);
            for (int i = 0; i < list.size(); i++) {
                keys.encode(list.get(i).getKey(), keyBlock.asSlice((long) i * keys.sizeBytes()));
                values.encode(list.get(i).getValue(), valueBlock.asSlice((long) i * values.sizeBytes()));
            }
            if (!list.isEmpty()
                    && MapCalls.updateBatch(map.fd(), keyBlock, valueBlock, list.size(), 0)
                                    .error()
                            < 0) {
                list.forEach(entry -> put(entry.getKey(), entry.getValue())); // also names the entry that fails
            }
        }
    }

    /// Removes many keys, in one system call where the kernel has batches; those that are not there do not matter.
    public void deleteAll(List<K> keysToDelete) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate((long) keys.sizeBytes() * Math.max(1, keysToDelete.size()), 8);
            for (int i = 0; i < keysToDelete.size(); i++) {
                keys.encode(keysToDelete.get(i), block.asSlice((long) i * keys.sizeBytes()));
            }
            // A batch ends at the first key that is not there; what it has left is then removed one by one.
            if (!keysToDelete.isEmpty()
                    && MapCalls.deleteBatch(map.fd(), block, keysToDelete.size())
                                    .error()
                            < 0) {
                keysToDelete.forEach(this::delete);
            }
        }
    }

    /// Visits every element: see [MapScan] for what that means while programs change the map.
    public void forEach(BiConsumer<K, V> action) {
        MapScan.read(map, (key, value) -> action.accept(keys.decode(key), values.decode(value)));
    }

    /// Copies every element.
    public Map<K, V> snapshot() {
        Map<K, V> snapshot = new HashMap<>();
        forEach(snapshot::put);
        return snapshot;
    }

    /// Appends to a queue, or pushes on a stack.
    public void push(V value) {
        try (Arena arena = Arena.ofConfined()) {
            map.update(MemorySegment.NULL, encodeValue(arena, value), UpdateMode.ANY);
        }
    }

    /// Takes the next value of a queue or stack.
    public Optional<V> pop() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(values.sizeBytes(), 8);
            return map.lookupAndDelete(MemorySegment.NULL, value)
                    ? Optional.of(values.decode(value))
                    : Optional.empty();
        }
    }

    private MemorySegment encode(Arena arena, K key) {
        MemorySegment memory = arena.allocate(Math.max(1, keys.sizeBytes()), 8);
        keys.encode(key, memory);
        return memory;
    }

    private MemorySegment encodeValue(Arena arena, V value) {
        MemorySegment memory = arena.allocate(values.sizeBytes(), 8);
        values.encode(value, memory);
        return memory;
    }
}
