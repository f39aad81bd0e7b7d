package dev.plumb.ebpf.load;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.ObjectCalls;
import dev.plumb.ebpf.internal.sys.ProgramCalls;
import java.util.ArrayList;
import java.util.List;

/// The kernel's facts about a loaded program.
///
/// @param typeNumber `BPF_PROG_TYPE_*`; the system may hold types this library does not load
/// @param tag a hash of the instructions
/// @param runTimeNanos time spent in it, counted while run statistics are on; excludes the way into the program
/// @param runCount runs counted while statistics are on
/// @param recursionMisses runs the kernel left out because the program was already running on that CPU; Linux 5.12
/// @param verifiedInstructions how many the verifier walked through; Linux 5.16
public record ProgramInfo(
        int typeNumber,
        int id,
        String tag,
        String name,
        int instructionBytes,
        int nativeBytes,
        long loadTimeNanos,
        int uid,
        int btfId,
        long runTimeNanos,
        long runCount,
        long recursionMisses,
        int verifiedInstructions) {
    static ProgramInfo of(String what, int fd) {
        ProgramCalls.Info info = ProgramCalls.info(fd);
        if (info.error() < 0) {
            throw new BpfException("query " + what, Errno.of(info.error()), null);
        }
        return new ProgramInfo(
                info.type(),
                info.id(),
                info.tag(),
                info.name(),
                info.translatedSizeBytes(),
                info.nativeSizeBytes(),
                info.loadTimeNanos(),
                info.uid(),
                info.btfId(),
                info.runTimeNanos(),
                info.runCount(),
                info.recursionMisses(),
                info.verifiedInstructions());
    }

    /// Every program loaded in the system; needs CAP_SYS_ADMIN. One that goes away meanwhile is left out.
    public static List<ProgramInfo> loaded() {
        List<ProgramInfo> programs = new ArrayList<>();
        int id = 0;
        while (true) {
            id = ObjectCalls.nextId(ObjectCalls.Kind.PROGRAM, id);
            if (id == -Errno.ENOENT.number()) {
                return programs;
            }
            if (id < 0) {
                throw new BpfException("list the loaded programs", Errno.of(id), "needs CAP_SYS_ADMIN");
            }
            int fd = ObjectCalls.byId(ObjectCalls.Kind.PROGRAM, id);
            if (fd >= 0) {
                try (Descriptor descriptor = Descriptor.of("program id=" + id, fd)) {
                    programs.add(of("program id=" + id, descriptor.number()));
                }
            }
        }
    }
}
