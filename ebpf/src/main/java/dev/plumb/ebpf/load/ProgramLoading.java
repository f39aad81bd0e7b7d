package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.UnsupportedFeatureException;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Kernel;
import dev.plumb.ebpf.internal.sys.Log;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import dev.plumb.ebpf.internal.sys.ProgramCalls;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Loads programs: first without a log, which is quicker and cannot run out of log space; if the kernel refuses, again
/// with one, to say why.
final class ProgramLoading {
    private static final int FIRST_LOG_BYTES = 1 << 18;
    private static final int LAST_LOG_BYTES = 1 << 26;

    /// A detailed log is many times longer than a brief one: beyond this it is not worth the time.
    private static final int MAX_DETAILED_BYTES = 1 << 16;

    private static final int BRIEF = 1;
    private static final int DETAILED = 2;
    private static final Set<Capability> NEEDED = EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON);

    private ProgramLoading() {}

    static Descriptor load(ProgramSpec spec) {
        String operation = "load program '" + spec.name() + "'";
        int target = AttachTarget.resolve(spec, operation);
        DebugInfo given = spec.debugInfo();
        DebugInfo debugInfo = given == null ? DebugInfo.of(spec.code()) : given;
        int btfFd = Math.max(0, loadBtf(debugInfo));
        try (Descriptor btf = btfFd == 0 ? null : Descriptor.of("BTF", btfFd)) {
            ProgramCalls.Load call = call(spec, target, debugInfo, btf == null ? 0 : btf.number());
            int fd = quietly(call);
            if (fd == -Errno.EPERM.number() && Kernel.raiseLockedMemoryLimit() == Errno.NONE) {
                fd = quietly(call);
            }
            if (fd == -Errno.EINVAL.number() && btf != null) {
                // It may be the lines that the kernel does not take: the program is worth more than they are.
                fd = quietly(call(spec, target, debugInfo, 0));
            }
            if (fd < 0) {
                throw explain(operation, spec, call, Errno.of(fd));
            }
            return Descriptor.of(spec.toString(), fd);
        }
    }

    /// A kernel that does not take our BTF still takes the program, without lines in its log.
    private static int loadBtf(DebugInfo debugInfo) {
        try (Log none = new Log(0, 0)) {
            return ObjectCalls.loadBtf(debugInfo.btf(), none);
        }
    }

    private static ProgramCalls.Load call(ProgramSpec spec, int target, DebugInfo debugInfo, int btfFd) {
        return new ProgramCalls.Load(
                spec.name(),
                spec.type().number(),
                spec.attachType().number(),
                spec.code().encode(),
                ProgramSpec.LICENSE,
                0,
                target,
                0,
                btfFd,
                debugInfo.functionInfo(),
                debugInfo.lineInfo(),
                0);
    }

    private static int quietly(ProgramCalls.Load call) {
        try (Log none = new Log(0, 0)) {
            return ProgramCalls.load(call, none);
        }
    }

    private static BpfException explain(String operation, ProgramSpec spec, ProgramCalls.Load call, Errno errno) {
        if (errno == Errno.EPERM && !Capability.missing(NEEDED).isEmpty()) {
            return new BpfException(operation, errno, Capability.hint(NEEDED));
        }
        VerifierLog log = withLog(call, BRIEF);
        if (log.text().isBlank()) {
            return unexplained(operation, spec, errno);
        }
        // Only the detailed log of older kernels has the registers at each instruction.
        VerifierLog detailed = log.text().length() < MAX_DETAILED_BYTES ? withLog(call, DETAILED) : log;
        return new VerifierException(operation, errno, log, detailed, spec.code());
    }

    private static VerifierLog withLog(ProgramCalls.Load call, int level) {
        for (int size = FIRST_LOG_BYTES; ; size *= 4) {
            try (Log log = new Log(level, size)) {
                int fd = ProgramCalls.load(call, log);
                if (fd >= 0) {
                    Descriptor.of("program", fd).close();
                }
                if (fd != -Errno.ENOSPC.number() || size >= LAST_LOG_BYTES) {
                    return new VerifierLog(log.text());
                }
            }
        }
    }

    /// The kernel refused without a word: the type, the attach type or the security policy is the reason.
    private static BpfException unexplained(String operation, ProgramSpec spec, Errno errno) {
        boolean trampoline = spec.attachType() == AttachType.FENTRY || spec.attachType() == AttachType.FEXIT;
        if (trampoline) {
            return new UnsupportedFeatureException(
                    operation,
                    "fentry and fexit",
                    null,
                    errno,
                    "the kernel refuses to patch functions for it; `plumb doctor` lists what works here");
        }
        if (spec.attachType() == AttachType.KPROBE_MULTI || spec.attachType() == AttachType.UPROBE_MULTI) {
            String since = spec.attachType() == AttachType.KPROBE_MULTI ? "5.18" : "6.6";
            return new UnsupportedFeatureException(
                    operation, spec.attachType().name().toLowerCase(java.util.Locale.ROOT), since, errno, null);
        }
        if (errno == Errno.EINVAL) {
            return new UnsupportedFeatureException(
                    operation, spec.type() + " programs", spec.type().since(), errno, null);
        }
        return new BpfException(operation, errno, hint(errno));
    }

    private static @Nullable String hint(Errno errno) {
        return errno == Errno.EPERM ? Capability.hint(NEEDED) : null;
    }
}
