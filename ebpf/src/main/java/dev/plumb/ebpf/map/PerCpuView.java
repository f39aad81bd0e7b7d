package dev.plumb.ebpf.map;

import dev.plumb.ebpf.Cpus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A per-CPU map with typed keys and values: a key has one value for each *possible* CPU, in the order of the CPUs.
public final class PerCpuView<K, V> {
    private final BpfMap map;
    private final Codec<K> keys;
    private final Codec<V> values;

    private PerCpuView(BpfMap map, Codec<K> keys, Codec<V> values) {
        this.map = map;
        this.keys = keys;
        this.values = values;
    }

    /// Views a per-CPU map.
    ///
    /// @throws IllegalArgumentException if the sizes differ from the map's, or it is not a per-CPU map
    public static <K, V> PerCpuView<K, V> of(BpfMap map, Codec<K> keys, Codec<V> values) {
        if (!map.spec().type().isPerCpu()) {
            throw new IllegalArgumentException(map + " has one value for all CPUs: use MapView");
        }
        MapView.requireSizes(map, keys, values);
        return new PerCpuView<>(map, keys, values);
    }

    public Optional<List<V>> lookup(K key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate(map.valueBufferBytes(), 8);
            return map.lookup(encode(arena, key), block) ? Optional.of(decode(block)) : Optional.empty();
        }
    }

    /// Sets the values of all CPUs.
    public boolean update(K key, List<V> perCpu, UpdateMode mode) {
        if (perCpu.size() != Cpus.possible()) {
            throw new IllegalArgumentException(
                    map + ": " + perCpu.size() + " values for " + Cpus.possible() + " possible CPUs");
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment block = arena.allocate(map.valueBufferBytes(), 8);
            for (int cpu = 0; cpu < perCpu.size(); cpu++) {
                values.encode(perCpu.get(cpu), slot(block, cpu));
            }
            return map.update(encode(arena, key), block, mode);
        }
    }

    public boolean delete(K key) {
        try (Arena arena = Arena.ofConfined()) {
            return map.delete(encode(arena, key));
        }
    }

    /// Copies every element: see [MapScan] for what that means while programs change the map.
    public Map<K, List<V>> snapshot() {
        Map<K, List<V>> snapshot = new HashMap<>();
        MapScan.read(map, (key, block) -> snapshot.put(keys.decode(key), decode(block)));
        return snapshot;
    }

    /// The sum over all CPUs of a key's counters; 0 where there is none.
    public static <K> long sum(PerCpuView<K, Long> counters, K key) {
        return counters.lookup(key).orElse(List.of()).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private List<V> decode(MemorySegment block) {
        List<V> perCpu = new ArrayList<>(Cpus.possible());
        for (int cpu = 0; cpu < Cpus.possible(); cpu++) {
            perCpu.add(values.decode(slot(block, cpu)));
        }
        return perCpu;
    }

    private MemorySegment slot(MemorySegment block, int cpu) {
        return block.asSlice((long) cpu * map.valueStrideBytes(), map.valueStrideBytes());
    }

    private MemorySegment encode(Arena arena, K key) {
        MemorySegment memory = arena.allocate(keys.sizeBytes(), 8);
        keys.encode(key, memory);
        return memory;
    }
}
