package dev.plumb.ebpf.map;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.ebpf.Cpus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerCpuMapKernelTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 5, 8, 9, 12, 17, 40})
    void keepsOddValuesApartForEveryPossibleCpu(int size) {
        try (BpfMap hash = BpfMap.create(MapSpec.perCpuHash("odd_hash", 4, size, 8));
                BpfMap array = BpfMap.create(MapSpec.perCpuArray("odd_array", size, 3))) {
            for (BpfMap map : List.of(hash, array)) {
                PerCpuView<Integer, byte[]> view = PerCpuView.of(map, Codec.U32, Codec.bytes(size));
                view.update(2, pattern(size, 1), UpdateMode.ANY);
                List<byte[]> read = view.lookup(2).orElseThrow();
                assertThat(read).hasSize(Cpus.possible());
                for (int cpu = 0; cpu < read.size(); cpu++) {
                    assertThat(read.get(cpu)).isEqualTo(pattern(size, 1).get(cpu));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 12})
    void writesNothingBeyondItsBuffer(int size) {
        try (BpfMap map = BpfMap.create(MapSpec.perCpuArray("guarded", size, 1));
                Arena arena = Arena.ofConfined()) {
            int buffer = map.valueBufferBytes();
            assertThat(buffer).isEqualTo(Math.ceilDiv(size, 8) * 8 * Cpus.possible());
            MemorySegment guarded = arena.allocate(buffer + 64L, 8).fill((byte) 0x5a);
            MemorySegment key = arena.allocate(4, 8);
            assertThat(map.lookup(key, guarded)).isTrue();
            byte[] guard = guarded.asSlice(buffer).toArray(ValueLayout.JAVA_BYTE);
            byte[] expected = new byte[64];
            Arrays.fill(expected, (byte) 0x5a);
            assertThat(guard).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    void snapshotsEveryKeyWithAllCpus(int size) {
        try (BpfMap map = BpfMap.create(MapSpec.perCpuHash("snapshot", 4, size, 512))) {
            PerCpuView<Integer, byte[]> view = PerCpuView.of(map, Codec.U32, Codec.bytes(size));
            for (int key = 0; key < 300; key++) {
                view.update(key, pattern(size, key), UpdateMode.NO_EXIST);
            }
            Map<Integer, List<byte[]>> snapshot = view.snapshot();
            assertThat(snapshot).hasSize(300);
            snapshot.forEach((key, values) ->
                    assertThat(values).usingRecursiveComparison().isEqualTo(pattern(size, key)));
        }
    }

    private static List<byte[]> pattern(int size, int seed) {
        List<byte[]> values = new ArrayList<>();
        for (int cpu = 0; cpu < Cpus.possible(); cpu++) {
            byte[] value = new byte[size];
            for (int i = 0; i < size; i++) {
                value[i] = (byte) (seed * 31 + cpu * 7 + i + 1);
            }
            values.add(value);
        }
        return values;
    }
}
