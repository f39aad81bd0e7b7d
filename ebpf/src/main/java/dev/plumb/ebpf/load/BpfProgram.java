package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import dev.plumb.ebpf.internal.sys.ProgramCalls;
import java.nio.file.Path;

/// A program loaded in the kernel. It runs once it is attached, and for as long as a link holds it.
///
/// Any thread may call any method. The kernel frees the program when it is closed here and no link or pin holds it.
public final class BpfProgram implements AutoCloseable {
    private final ProgramSpec spec;
    private final Descriptor descriptor;

    BpfProgram(ProgramSpec spec, Descriptor descriptor) {
        this.spec = spec;
        this.descriptor = descriptor;
    }

    /// Loads a program.
    ///
    /// @throws VerifierException if the verifier refuses it
    /// @throws BpfException if the kernel does not get as far
    public static BpfProgram load(ProgramSpec spec) {
        return new BpfProgram(spec, ProgramLoading.load(spec));
    }

    public ProgramSpec spec() {
        return spec;
    }

    /// The program's number in this process, as links and program arrays refer to it.
    public int fd() {
        return descriptor.number();
    }

    /// The kernel's facts about it, with run statistics if those are on.
    public ProgramInfo info() {
        return ProgramInfo.of("program '" + spec.name() + "'", fd());
    }

    /// Runs the program once in the kernel, without attaching it, on a packet (socket filters) or with a context (raw
    /// tracepoints, system-call programs; Linux 5.10 and 5.14).
    ///
    /// @throws BpfException with [Errno#ENOTSUPP] for a type of program that cannot be run so
    public TestRun testRun(byte[] data, byte[] context) {
        return testRun(data, context, 1);
    }

    /// As [#testRun(byte[], byte[])], many times over. Raw tracepoints cannot be repeated.
    public TestRun testRun(byte[] data, byte[] context, int times) {
        boolean repeatable = spec.type() == ProgramType.SOCKET_FILTER;
        ProgramCalls.TestRun run = ProgramCalls.testRun(fd(), data, context, repeatable ? times : 0);
        if (run.error() < 0) {
            throw new BpfException("run program '" + spec.name() + "'", Errno.of(run.error()), null);
        }
        return new TestRun(run.result(), run.dataOut());
    }

    /// What a test run gave back.
    ///
    /// @param result the program's return value
    /// @param data the packet as the program left it
    @SuppressWarnings("ArrayRecordComponent") // a plain copy of kernel memory
    public record TestRun(int result, byte[] data) {}

    /// Keeps the program alive under a path of a BPF file system, beyond this process.
    public void pin(Path path) {
        int result = ObjectCalls.pin(fd(), path.toString());
        if (result < 0) {
            throw new BpfException("pin program '" + spec.name() + "' at " + path, Errno.of(result), null);
        }
    }

    @Override
    public void close() {
        descriptor.close();
    }

    @Override
    public String toString() {
        return "program '" + spec.name() + "'";
    }
}
