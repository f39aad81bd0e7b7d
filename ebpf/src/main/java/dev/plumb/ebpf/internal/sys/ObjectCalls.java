package dev.plumb.ebpf.internal.sys;

/// What all BPF objects share: pinning, ids, information. A negative result is `-errno`.
public final class ObjectCalls {
    private static final int OBJ_PIN = 6;
    private static final int OBJ_GET = 7;
    private static final int OBJ_GET_INFO_BY_FD = 15;
    private static final int BTF_LOAD = 18;
    private static final int ENABLE_STATS = 32;

    private ObjectCalls() {}

    /// A kind of object, with its commands for ids.
    public enum Kind {
        PROGRAM(11, 13),
        MAP(12, 14),
        BTF(23, 19),
        LINK(31, 30);

        private final int nextId;
        private final int byId;

        Kind(int nextId, int byId) {
            this.nextId = nextId;
            this.byId = byId;
        }
    }

    public static int pin(int fd, String path) {
        try (Attr attr = Attr.bpf()) {
            return attr.string(0, path).u32(8, fd).bpf(OBJ_PIN);
        }
    }

    public static int open(String path) {
        try (Attr attr = Attr.bpf()) {
            return attr.string(0, path).bpf(OBJ_GET);
        }
    }

    /// The id after `id`; `-ENOENT` after the last one.
    public static int nextId(Kind kind, int id) {
        try (Attr attr = Attr.bpf()) {
            int result = attr.u32(0, id).bpf(kind.nextId);
            return result < 0 ? result : attr.u32(4);
        }
    }

    public static int byId(Kind kind, int id) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, id).bpf(kind.byId);
        }
    }

    /// Fills an information block (`bpf_prog_info`, `bpf_map_info`, `bpf_link_info`).
    static int info(int fd, Attr info) {
        try (Attr attr = Attr.bpf()) {
            return attr.u32(0, fd)
                    .u32(4, (int) info.block().byteSize())
                    .pointer(8, info.block())
                    .bpf(OBJ_GET_INFO_BY_FD);
        }
    }

    /// A map's facts: `bpf_map_info`.
    public record MapInfo(
            int type, int id, int keySize, int valueSize, int maxEntries, int flags, String name, int error) {}

    public static MapInfo mapInfo(int fd) {
        try (Attr info = new Attr(104)) {
            int error = info(fd, info);
            return new MapInfo(
                    info.u32(0),
                    info.u32(4),
                    info.u32(8),
                    info.u32(12),
                    info.u32(16),
                    info.u32(20),
                    info.name(24),
                    error);
        }
    }

    /// A link's facts: the head of `bpf_link_info`.
    public record LinkInfo(int type, int id, int programId, int error) {}

    public static LinkInfo linkInfo(int fd) {
        try (Attr info = new Attr(64)) {
            int error = info(fd, info);
            return new LinkInfo(info.u32(0), info.u32(4), info.u32(8), error);
        }
    }

    /// The id of the BTF object behind a descriptor: `bpf_btf_info`.
    public static int btfId(int fd) {
        try (Attr info = new Attr(32)) {
            int error = info(fd, info);
            return error < 0 ? error : info.u32(12);
        }
    }

    public static int loadBtf(byte[] btf, Log log) {
        try (Attr attr = Attr.bpf()) {
            attr.bytes(0, btf).u32(16, btf.length);
            if (log.level() != 0) {
                attr.pointer(8, log.buffer())
                        .u32(20, (int) log.buffer().byteSize())
                        .u32(24, log.level());
            }
            return attr.bpf(BTF_LOAD);
        }
    }

    /// Turns run statistics on for as long as the returned descriptor is open.
    public static int enableRunStatistics() {
        try (Attr attr = Attr.bpf()) {
            return attr.bpf(ENABLE_STATS);
        }
    }
}
