package dev.plumb.ebpf.map;

import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Memory;

/// Finds out whether the kernel has a map type, by making the smallest map of it and closing it again.
public final class MapTypeProbe {
    private MapTypeProbe() {}

    /// The kernel's answer: [Errno#NONE] where the type works, [Errno#EPERM] where it may not be tried.
    public static Errno probe(MapType type) {
        MapSpec spec = smallest(type);
        MapSpec inner = spec.inner();
        int innerFd = inner == null ? 0 : MapCreation.plain(inner, 0);
        if (innerFd < 0) {
            return Errno.of(innerFd);
        }
        int fd = MapCreation.plain(spec, innerFd);
        if (innerFd > 0) {
            Descriptor.of("probe", innerFd).close();
        }
        if (fd < 0) {
            return Errno.of(fd);
        }
        Descriptor.of("probe", fd).close();
        return Errno.NONE;
    }

    private static MapSpec smallest(MapType type) {
        String name = "probe";
        return switch (type) {
            case HASH, PERCPU_HASH, LRU_HASH, LRU_PERCPU_HASH -> new MapSpec(name, type, 4, 8, 16, 0, null);
            case ARRAY, PERCPU_ARRAY -> new MapSpec(name, type, 4, 8, 1, 0, null);
            case PROG_ARRAY, PERF_EVENT_ARRAY, CGROUP_ARRAY -> new MapSpec(name, type, 4, 4, 1, 0, null);
            case STACK_TRACE -> MapSpec.stackTrace(name, 16, 16);
            case LPM_TRIE -> MapSpec.lpmTrie(name, 8, 8, 1);
            case ARRAY_OF_MAPS -> MapSpec.arrayOfMaps(name, MapSpec.array(name, 8, 1), 1);
            case HASH_OF_MAPS -> MapSpec.hashOfMaps(name, 4, MapSpec.array(name, 8, 1), 1);
            case QUEUE, STACK, BLOOM_FILTER -> new MapSpec(name, type, 0, 8, 1, 0, null);
            case RINGBUF -> MapSpec.ringBuffer(name, Memory.pageSizeBytes());
        };
    }
}
