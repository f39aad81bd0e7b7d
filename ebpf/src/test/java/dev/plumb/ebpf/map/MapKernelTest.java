package dev.plumb.ebpf.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MapKernelTest {
    @ParameterizedTest
    @EnumSource(
            value = MapType.class,
            names = {"HASH", "LRU_HASH"})
    void looksUpUpdatesAndDeletes(MapType type) {
        try (BpfMap map = BpfMap.create(new MapSpec("table", type, 4, 8, 64, 0, null))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            assertThat(table.lookup(7)).isEmpty();
            table.put(7, 23L);
            assertThat(table.lookup(7)).contains(23L);
            assertThat(table.delete(7)).isTrue();
            assertThat(table.delete(7)).isFalse();
        }
    }

    @Test
    void respectsUpdateModes() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("modes", 4, 8, 8))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            assertThat(table.update(1, 1L, UpdateMode.EXIST)).isFalse();
            assertThat(table.update(1, 1L, UpdateMode.NO_EXIST)).isTrue();
            assertThat(table.update(1, 2L, UpdateMode.NO_EXIST)).isFalse();
            assertThat(table.update(1, 3L, UpdateMode.EXIST)).isTrue();
            assertThat(table.lookup(1)).contains(3L);
        }
    }

    @Test
    void saysThatAFullMapIsFull() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("full", 4, 8, 2))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            table.put(1, 1L);
            table.put(2, 2L);
            assertThatThrownBy(() -> table.put(3, 3L)).isInstanceOfSatisfying(BpfException.class, e -> {
                assertThat(e.errno()).isEqualTo(Errno.E2BIG);
                assertThat(e.hint()).contains("maxEntries=2");
            });
        }
    }

    @Test
    void copiesEveryElementOfALargeMap() {
        Map<Integer, Long> entries = new HashMap<>();
        for (int i = 0; i < 10_007; i++) {
            entries.put(i, i * 31L);
        }
        try (BpfMap map = BpfMap.create(MapSpec.hash("large", 4, 8, 16_384))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            table.putAll(entries);
            assertThat(table.snapshot()).isEqualTo(entries);
        }
    }

    @Test
    void drainsEveryElementOnce() {
        Map<Integer, Long> entries = new HashMap<>();
        for (int i = 0; i < 1_009; i++) {
            entries.put(i, (long) i);
        }
        try (BpfMap map = BpfMap.create(MapSpec.hash("drained", 4, 8, 2_048))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            table.putAll(entries);
            Map<Integer, Long> drained = new HashMap<>();
            MapScan.drain(
                    map,
                    (key, value) -> assertThat(drained.put(Codec.U32.decode(key), Codec.U64.decode(value)))
                            .isNull());
            assertThat(drained).isEqualTo(entries);
            assertThat(table.snapshot()).isEmpty();
        }
    }

    @Test
    void deletesManyKeysAlsoWhereSomeAreMissing() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("deleted", 4, 8, 64))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            for (int i = 0; i < 23; i++) {
                table.put(i, (long) i);
            }
            table.deleteAll(List.of(1, 99, 2, 98, 3));
            assertThat(table.snapshot()).hasSize(20).doesNotContainKeys(1, 2, 3);
        }
    }

    @Test
    void holdsRecordsOfALayout() {
        Layout.Builder builder = Layout.struct("person");
        Field age = builder.u8("age");
        Field id = builder.u64("id");
        Layout layout = builder.build();
        try (BpfMap map = BpfMap.create(MapSpec.hash("people", Layout.u32("key"), layout, 4))) {
            MapView<Integer, MemorySegment> people = MapView.of(map, Codec.U32, Codec.record(layout));
            MemorySegment person = MemorySegment.ofArray(new byte[layout.sizeBytes()]);
            age.write(person, 42);
            id.write(person, 1L << 40);
            people.put(7, person);
            MemorySegment read = people.lookup(7).orElseThrow();
            assertThat(age.read(read)).isEqualTo(42);
            assertThat(id.read(read)).isEqualTo(1L << 40);
        }
    }

    @Test
    void walksAMapThatIsEmptiedMeanwhile() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("walked", 4, 8, 4_096))) {
            MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
            for (int i = 0; i < 4_000; i++) {
                table.put(i, (long) i);
            }
            Map<Integer, Integer> seen = new HashMap<>();
            MapScan.read(map, (key, _) -> {
                int number = Codec.U32.decode(key);
                seen.merge(number, 1, Integer::sum);
                table.delete(number);
                table.delete(number ^ 1);
            });
            assertThat(seen.values()).containsOnly(1);
            assertThat(seen).hasSizeGreaterThanOrEqualTo(2_000);
        }
    }

    @Test
    void keepsAQueueInOrderAndAStackInReverse() {
        try (BpfMap queueMap = BpfMap.create(MapSpec.queue("queue", 8, 4));
                BpfMap stackMap = BpfMap.create(MapSpec.stack("stack", 8, 4))) {
            MapView<byte[], Long> queue = MapView.of(queueMap, Codec.bytes(0), Codec.U64);
            MapView<byte[], Long> stack = MapView.of(stackMap, Codec.bytes(0), Codec.U64);
            for (long i = 1; i <= 3; i++) {
                queue.push(i);
                stack.push(i);
            }
            assertThat(queue.pop()).contains(1L);
            assertThat(stack.pop()).contains(3L);
            assertThat(queue.pop()).contains(2L);
            assertThat(stack.pop()).contains(2L);
            assertThat(queue.pop()).contains(3L);
            assertThat(queue.pop()).isEmpty();
        }
    }

    @Test
    void matchesTheLongestPrefix() {
        try (BpfMap map = BpfMap.create(MapSpec.lpmTrie("routes", 4, 8, 8))) {
            MapView<byte[], Long> routes = MapView.of(map, Codec.bytes(8), Codec.U64);
            routes.put(prefix(8, 10, 0, 0, 0), 8L);
            routes.put(prefix(16, 10, 1, 0, 0), 16L);
            assertThat(routes.lookup(prefix(32, 10, 1, 2, 3))).contains(16L);
            assertThat(routes.lookup(prefix(32, 10, 2, 2, 3))).contains(8L);
            assertThat(routes.lookup(prefix(32, 11, 0, 0, 1))).isEmpty();
        }
    }

    private static byte[] prefix(int bits, int... bytes) {
        byte[] key = new byte[8];
        MemorySegment.ofArray(key).set(ValueLayout.JAVA_INT_UNALIGNED, 0, bits);
        for (int i = 0; i < 4; i++) {
            key[4 + i] = (byte) bytes[i];
        }
        return key;
    }

    @Test
    void holdsMapsInMaps() {
        MapSpec innerSpec = MapSpec.hash("inner", 4, 8, 16);
        try (BpfMap inner = BpfMap.create(innerSpec);
                BpfMap array = BpfMap.create(MapSpec.arrayOfMaps("outer_array", innerSpec, 4));
                BpfMap hash = BpfMap.create(MapSpec.hashOfMaps("outer_hash", 8, innerSpec, 4))) {
            MapView.of(inner, Codec.U32, Codec.U64).put(5, 55L);
            MapView.of(array, Codec.U32, Codec.U32).put(2, inner.fd());
            MapView.of(hash, Codec.U64, Codec.U32).put(9L, inner.fd());
            // Reading gives the inner map's id, where writing took its descriptor.
            int id = MapView.of(array, Codec.U32, Codec.U32).lookup(2).orElseThrow();
            assertThat(id).isEqualTo(inner.id());
            try (BpfMap again = BpfMap.open(id)) {
                assertThat(MapView.of(again, Codec.U32, Codec.U64).lookup(5)).contains(55L);
            }
        }
    }

    @Test
    void sharesAnArrayThroughMemory() {
        try (BpfMap map = BpfMap.create(MapSpec.array("shared", 12, 700).memoryMappable());
                Arena arena = Arena.ofConfined()) {
            MemorySegment memory = map.mapMemory(arena);
            memory.set(ValueLayout.JAVA_INT, 16 * 699L, 4711);
            byte[] value =
                    MapView.of(map, Codec.U32, Codec.bytes(12)).lookup(699).orElseThrow();
            assertThat(MemorySegment.ofArray(value).get(ValueLayout.JAVA_INT_UNALIGNED, 0))
                    .isEqualTo(4711);
        }
    }

    @Test
    void refusesToWriteAFrozenMap() {
        try (BpfMap map = BpfMap.create(MapSpec.array("frozen", 8, 1))) {
            MapView<Integer, Long> cell = MapView.of(map, Codec.U32, Codec.U64);
            cell.put(0, 1L);
            map.freeze();
            assertThatThrownBy(() -> cell.put(0, 2L)).hasMessageContaining("EPERM");
            assertThat(cell.lookup(0)).contains(1L);
        }
    }

    @Test
    void explainsAnImpossibleRing() {
        assertThatThrownBy(() -> BpfMap.create(new MapSpec("odd", MapType.RINGBUF, 0, 0, 100, 0, null)))
                .isInstanceOfSatisfying(
                        BpfException.class, e -> assertThat(e.hint()).contains("power of two"));
    }

    @Test
    void refusesViewsOfTheWrongSize() {
        try (BpfMap map = BpfMap.create(MapSpec.hash("sizes", 4, 8, 8))) {
            assertThatThrownBy(() -> MapView.of(map, Codec.U64, Codec.U64))
                    .hasMessageContaining("key=4 value=8")
                    .hasMessageContaining("key=8 value=8");
        }
    }

    @Test
    void refusesAClosedMap() {
        BpfMap map = BpfMap.create(MapSpec.hash("closed", 4, 8, 8));
        MapView<Integer, Long> table = MapView.of(map, Codec.U32, Codec.U64);
        map.close();
        map.close();
        assertThatThrownBy(() -> table.lookup(1)).hasMessageContaining("it is closed");
    }
}
