package dev.plumb.ebpf.map;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.MapCalls;
import dev.plumb.ebpf.internal.sys.Memory;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// A live map in the kernel, addressed by plain memory. [MapView] and [PerCpuView] give typed keys and values.
///
/// Keys and values are segments of exactly [MapSpec#keySizeBytes()] and [#valueBufferBytes()]. Any thread may call any
/// method. The kernel frees the map when it is closed here and no program, link or pin holds it.
public final class BpfMap implements AutoCloseable {
    private final MapSpec spec;
    private final Descriptor descriptor;

    private BpfMap(MapSpec spec, Descriptor descriptor) {
        this.spec = spec;
        this.descriptor = descriptor;
    }

    /// Creates a map.
    ///
    /// @throws BpfException if the kernel refuses it
    public static BpfMap create(MapSpec spec) {
        return new BpfMap(spec, MapCreation.create(spec));
    }

    /// Opens a pinned map.
    public static BpfMap open(Path pin) {
        return adopt("open map " + pin, ObjectCalls.open(pin.toString()));
    }

    /// Opens a map of the system by its id; needs CAP_SYS_ADMIN.
    public static BpfMap open(int id) {
        return adopt("open map id=" + id, ObjectCalls.byId(ObjectCalls.Kind.MAP, id));
    }

    private static BpfMap adopt(String operation, int fd) {
        if (fd < 0) {
            throw new BpfException(operation, Errno.of(fd), null);
        }
        Descriptor descriptor = Descriptor.of(operation, fd);
        ObjectCalls.MapInfo info = ObjectCalls.mapInfo(fd);
        MapType type = MapType.of(info.type());
        if (type == null) {
            descriptor.close();
            throw new BpfException(
                    operation, Errno.ENOTSUP, "map type " + info.type() + " is not one this library knows", null);
        }
        MapSpec spec =
                new MapSpec(info.name(), type, info.keySize(), info.valueSize(), info.maxEntries(), info.flags(), null);
        return new BpfMap(spec, descriptor);
    }

    public MapSpec spec() {
        return spec;
    }

    /// The map's number in this process, as programs refer to it.
    public int fd() {
        return descriptor.number();
    }

    /// The map's number in the whole system.
    public int id() {
        ObjectCalls.MapInfo info = ObjectCalls.mapInfo(fd());
        check("query map", info.error());
        return info.id();
    }

    /// The bytes between two CPUs' values in a buffer of a per-CPU map: the value size rounded up to 8.
    public int valueStrideBytes() {
        return spec.type().isPerCpu() ? Math.ceilDiv(spec.valueSizeBytes(), 8) * 8 : spec.valueSizeBytes();
    }

    /// The bytes a value takes in Java's memory: for a per-CPU map, one stride for each possible CPU.
    public int valueBufferBytes() {
        return spec.type().isPerCpu() ? Math.multiplyExact(valueStrideBytes(), Cpus.possible()) : valueStrideBytes();
    }

    /// Copies the value of a key; false if there is none.
    public boolean lookup(MemorySegment key, MemorySegment value) {
        requireSizes(key, value);
        return found("look up in map", MapCalls.lookup(fd(), keyPointer(key), value));
    }

    /// Sets the value of a key. False where [UpdateMode#NO_EXIST] met a key or [UpdateMode#EXIST] met none.
    ///
    /// @throws BpfException with [Errno#E2BIG] if the map is full
    public boolean update(MemorySegment key, MemorySegment value, UpdateMode mode) {
        requireSizes(key, value);
        int result = MapCalls.update(fd(), keyPointer(key), value, mode.flag());
        if (mode != UpdateMode.ANY && (result == -Errno.EEXIST.number() || result == -Errno.ENOENT.number())) {
            return false;
        }
        check("update map", result);
        return true;
    }

    /// Removes a key; false if there was none.
    public boolean delete(MemorySegment key) {
        require(key, spec.keySizeBytes(), "key");
        return found("delete from map", MapCalls.delete(fd(), key));
    }

    /// Copies the value of a key and removes it, in one step; pops from a queue or stack. Hash maps need Linux 5.14.
    public boolean lookupAndDelete(MemorySegment key, MemorySegment value) {
        requireSizes(key, value);
        return found("take from map", MapCalls.lookupAndDelete(fd(), keyPointer(key), value));
    }

    /// Copies the key after the given one, or the first for [MemorySegment#NULL]; false at the end. If the given key
    /// has been deleted meanwhile, the kernel starts again at the first: see [MapScan] for a walk that
    /// survives that.
    public boolean nextKey(MemorySegment key, MemorySegment next) {
        require(next, spec.keySizeBytes(), "key");
        return found("walk map", MapCalls.nextKey(fd(), key, next));
    }

    /// Makes the map read-only for Java; programs may still write.
    public void freeze() {
        check("freeze map", MapCalls.freeze(fd()));
    }

    /// Keeps the map alive under a path of a BPF file system, beyond this process.
    public void pin(Path path) {
        int result = ObjectCalls.pin(fd(), path.toString());
        if (result < 0) {
            throw new BpfException(
                    "pin map '" + spec.name() + "' at " + path,
                    Errno.of(result),
                    "the path must be new, in an existing folder of a mounted bpffs (mount -t bpf bpf /sys/fs/bpf)");
        }
    }

    /// Maps an array's values into memory, shared with running programs; closing the arena unmaps them. The values lie
    /// at multiples of the value size rounded up to 8.
    public MemorySegment mapMemory(Arena arena) {
        if (spec.type() != MapType.ARRAY || !spec.isMemoryMappable()) {
            throw new IllegalStateException(
                    "map '" + spec.name() + "' is not a memory-mappable array; create it with memoryMappable()");
        }
        long size = Math.multiplyFull(Math.ceilDiv(spec.valueSizeBytes(), 8) * 8, spec.maxEntries());
        long page = Memory.pageSizeBytes();
        long mapped = Math.ceilDiv(size, page) * page;
        return Memory.map("map '" + spec.name() + "'", descriptor, 0, mapped, true, arena)
                .asSlice(0, size);
    }

    /// For readers of this library that map or wait for the map themselves.
    public Descriptor descriptor() {
        return descriptor;
    }

    private MemorySegment keyPointer(MemorySegment key) {
        return spec.type().isKeyless() ? MemorySegment.NULL : key;
    }

    private void requireSizes(MemorySegment key, MemorySegment value) {
        if (!spec.type().isKeyless()) {
            require(key, spec.keySizeBytes(), "key");
        }
        require(value, valueBufferBytes(), "value");
    }

    private void require(MemorySegment segment, int size, String what) {
        if (segment.byteSize() < size || !segment.isNative()) {
            throw new IllegalArgumentException("map '" + spec.name() + "': " + what + " needs " + size
                    + " bytes of native memory, got " + segment.byteSize());
        }
    }

    private boolean found(String operation, int result) {
        if (result == -Errno.ENOENT.number()) {
            return false;
        }
        check(operation, result);
        return true;
    }

    void check(String operation, int result) {
        if (result < 0) {
            String hint = result == -Errno.E2BIG.number() ? "the map is full: maxEntries=" + spec.maxEntries() : null;
            throw new BpfException(operation + " '" + spec.name() + "'", Errno.of(result), hint);
        }
    }

    @Override
    public void close() {
        descriptor.close();
    }

    @Override
    public String toString() {
        return "map '" + spec.name() + "' " + spec.type();
    }
}
