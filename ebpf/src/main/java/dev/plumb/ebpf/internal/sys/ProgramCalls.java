package dev.plumb.ebpf.internal.sys;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The program commands of `bpf(2)`. A negative result is `-errno`.
public final class ProgramCalls {
    private static final int PROG_LOAD = 5;
    private static final int PROG_TEST_RUN = 10;
    private static final int EAGAIN = 11;
    private static final int FUNC_INFO_SIZE = 8;
    private static final int LINE_INFO_SIZE = 16;

    private ProgramCalls() {}

    /// Everything `PROG_LOAD` takes; zero or empty where there is none.
    @SuppressWarnings("ArrayRecordComponent") // only carries arguments to the call
    public record Load(
            String name,
            int type,
            int expectedAttachType,
            byte[] instructions,
            String license,
            int flags,
            int attachBtfId,
            int attachBtfFd,
            int btfFd,
            byte[] functionInfo,
            byte[] lineInfo,
            int kernelVersion) {}

    /// Loads a program. A signal makes the verifier stop with EAGAIN; that is tried again.
    public static int load(Load program, Log log) {
        int tries = 5;
        int result;
        do {
            result = loadOnce(program, log);
        } while (result == -EAGAIN && --tries > 0);
        return result;
    }

    private static int loadOnce(Load program, Log log) {
        try (Attr attr = Attr.bpf()) {
            attr.u32(0, program.type)
                    .u32(4, program.instructions.length / 8)
                    .bytes(8, program.instructions)
                    .string(16, program.license)
                    .u32(40, program.kernelVersion)
                    .u32(44, program.flags)
                    .name(48, program.name)
                    .u32(68, program.expectedAttachType)
                    .u32(108, program.attachBtfId)
                    .u32(112, program.attachBtfFd);
            if (program.btfFd > 0) {
                attr.u32(72, program.btfFd)
                        .u32(76, FUNC_INFO_SIZE)
                        .bytes(80, program.functionInfo)
                        .u32(88, program.functionInfo.length / FUNC_INFO_SIZE)
                        .u32(92, LINE_INFO_SIZE)
                        .bytes(96, program.lineInfo)
                        .u32(104, program.lineInfo.length / LINE_INFO_SIZE);
            }
            if (log.level() != 0) {
                attr.u32(24, log.level()).u32(28, (int) log.buffer().byteSize()).pointer(32, log.buffer());
            }
            return attr.bpf(PROG_LOAD);
        }
    }

    /// What a test run gave back.
    @SuppressWarnings("ArrayRecordComponent") // only carries results from the call
    public record TestRun(int error, int result, int durationNanos, byte[] dataOut) {}

    /// Runs a program in the kernel with the given data and context.
    ///
    /// ```
    /// u32 prog_fd @0 | u32 retval @4 | u32 data_size_in @8 | u32 data_size_out @12 | u64 data_in @16
    /// u64 data_out @24
    /// u32 repeat @32 | u32 duration @36 | u32 ctx_size_in @40 | u32 ctx_size_out @44 | u64 ctx_in @48
    /// u64 ctx_out @56
    /// ```
    public static TestRun testRun(int fd, byte[] data, byte[] context, int repeat) {
        try (Arena arena = Arena.ofConfined();
                Attr attr = Attr.bpf()) {
            attr.u32(0, fd)
                    .u32(8, data.length)
                    .bytes(16, data)
                    .u32(32, repeat)
                    .u32(40, context.length)
                    .bytes(48, context);
            MemorySegment out = arena.allocate(Math.max(8, data.length), 8);
            if (data.length > 0) {
                attr.u32(12, (int) out.byteSize()).pointer(24, out);
            }
            int error = attr.bpf(PROG_TEST_RUN);
            int outSize = Math.min(attr.u32(12), (int) out.byteSize());
            byte[] dataOut = out.asSlice(0, Math.max(0, outSize)).toArray(ValueLayout.JAVA_BYTE);
            return new TestRun(error, attr.u32(4), attr.u32(36), dataOut);
        }
    }

    /// A program's facts: parts of `bpf_prog_info`.
    public record Info(
            int type,
            int id,
            String tag,
            int translatedSizeBytes,
            int nativeSizeBytes,
            long loadTimeNanos,
            int uid,
            String name,
            int btfId,
            long runTimeNanos,
            long runCount,
            long recursionMisses,
            int verifiedInstructions,
            int error) {}

    public static Info info(int fd) {
        try (Attr info = new Attr(232)) {
            int error = ObjectCalls.info(fd, info);
            long tag = Long.reverseBytes(info.u64(8));
            return new Info(
                    info.u32(0),
                    info.u32(4),
                    "%016x".formatted(tag),
                    info.u32(20),
                    info.u32(16),
                    info.u64(40),
                    info.u32(48),
                    info.name(64),
                    info.u32(128),
                    info.u64(192),
                    info.u64(200),
                    info.u64(208),
                    info.u32(216),
                    error);
        }
    }
}
