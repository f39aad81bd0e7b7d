package dev.plumb.ebpf.map;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.btf.BtfBuilder;
import dev.plumb.ebpf.btf.LayoutTypes;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Kernel;
import dev.plumb.ebpf.internal.sys.Log;
import dev.plumb.ebpf.internal.sys.MapCalls;
import dev.plumb.ebpf.internal.sys.Memory;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/// Creates maps, and explains why the kernel did not.
final class MapCreation {
    private MapCreation() {}

    static Descriptor create(MapSpec spec) {
        String operation = "create map '" + spec.name() + "' (" + spec.type() + ")";
        MapSpec inner = spec.inner();
        if (inner == null) {
            return Descriptor.of(operation, create(operation, spec, 0));
        }
        // The kernel takes the inner maps' shape from an example, which may go at once.
        try (Descriptor example = create(inner)) {
            return Descriptor.of(operation, create(operation, spec, example.number()));
        }
    }

    private static int create(String operation, MapSpec spec, int innerFd) {
        int fd = tryCreate(spec, innerFd);
        if (fd == -Errno.EPERM.number() && Kernel.raiseLockedMemoryLimit() == Errno.NONE) {
            fd = tryCreate(spec, innerFd);
        }
        if (fd < 0) {
            throw explain(operation, spec, Errno.of(fd));
        }
        return fd;
    }

    /// Creates the map with the types of its key and value where they are known; not each kernel and not each type of
    /// map takes them, and the map is worth more than they are.
    private static int tryCreate(MapSpec spec, int innerFd) {
        Layout value = spec.valueLayout();
        if (value != null) {
            BtfBuilder builder = new BtfBuilder();
            Layout key = spec.keyLayout();
            int keyType = key == null
                    ? builder.integer("u" + 8 * spec.keySizeBytes(), spec.keySizeBytes(), false)
                    : LayoutTypes.add(builder, key);
            int valueType = LayoutTypes.add(builder, value);
            try (Log none = new Log(0, 0)) {
                int btfFd = ObjectCalls.loadBtf(builder.encode(), none);
                if (btfFd >= 0) {
                    try (Descriptor btf = Descriptor.of("BTF", btfFd)) {
                        int fd = tryCreate(spec, innerFd, btf.number(), keyType, valueType);
                        if (fd >= 0) {
                            return fd;
                        }
                    }
                }
            }
        }
        return plain(spec, innerFd);
    }

    /// Creates the map without types for its key and value; a negative result is `-errno`.
    static int plain(MapSpec spec, int innerFd) {
        return tryCreate(spec, innerFd, 0, 0, 0);
    }

    private static int tryCreate(MapSpec spec, int innerFd, int btfFd, int keyType, int valueType) {
        return MapCalls.create(new MapCalls.Create(
                spec.name(),
                spec.type().number(),
                spec.keySizeBytes(),
                spec.valueSizeBytes(),
                spec.maxEntries(),
                spec.flags(),
                innerFd,
                btfFd,
                keyType,
                valueType));
    }

    private static BpfException explain(String operation, MapSpec spec, Errno errno) {
        if (errno == Errno.EPERM) {
            return new BpfException(operation, errno, Capability.hint(EnumSet.of(Capability.CAP_BPF)));
        }
        if (errno == Errno.EINVAL && !exists(spec.type())) {
            return new UnsupportedFeatureException(
                    operation, spec.type() + " maps", spec.type().since(), errno, null);
        }
        return new BpfException(operation, errno, hint(spec, errno));
    }

    private static @Nullable String hint(MapSpec spec, Errno errno) {
        return switch (errno) {
            case ENOMEM ->
                "about " + (long) spec.maxEntries() * Math.max(1, spec.valueSizeBytes())
                        + " bytes were asked for: use fewer entries";
            case E2BIG -> "a key takes at most 512 bytes, and maxEntries times the value size at most 4 GiB";
            case EINVAL ->
                spec.type() == MapType.RINGBUF
                        ? "a ring buffer's size is a power of two and a multiple of the page, " + Memory.pageSizeBytes()
                        : "check sizes and flags: key=" + spec.keySizeBytes() + " value=" + spec.valueSizeBytes()
                                + " entries=" + spec.maxEntries() + " flags=" + spec.flags();
            default -> null;
        };
    }

    /// Whether the kernel knows the type at all, found by making the smallest map of it.
    private static boolean exists(MapType type) {
        return MapTypeProbe.probe(type) != Errno.EINVAL;
    }
}
