package dev.plumb.symbols;

import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks at a process: reads its maps and opens the files in them.
final class SnapshotReader {
    private static final long MAX_VDSO = 1 << 20;

    private final ProcFs proc;
    private final ModuleCache modules;

    SnapshotReader(ProcFs proc, ModuleCache modules) {
        this.proc = proc;
        this.modules = modules;
    }

    /// What a process has mapped now. Never throws for the process's sake: the snapshot says what went wrong.
    ProcessSnapshot read(int pid, long startTicks) {
        int task = proc.livingTask(pid);
        int innerPid = lastNumber(proc.status(pid, "NStgid"), pid);
        int userId = firstNumber(proc.status(pid, "Uid"));
        List<ProcessSnapshot.Region> regions = new ArrayList<>();
        Symbolized.Unknown failure = null;
        try {
            for (Mapping mapping : MapsParser.executable(proc.maps(pid, task))) {
                regions.add(region(pid, task, mapping));
            }
        } catch (AccessDeniedException e) {
            failure = Symbols.unknown(
                    0,
                    UnknownReason.NOT_PERMITTED,
                    "the maps of process " + pid + " may not be read: run as root or as its user");
        } catch (IOException e) {
            failure = Symbols.unknown(
                    0, UnknownReason.PROCESS_GONE, "process " + pid + " has ended and was not observed before");
        }
        return new ProcessSnapshot(pid, startTicks, userId, innerPid, List.copyOf(regions), failure);
    }

    private ProcessSnapshot.Region region(int pid, int task, Mapping mapping) {
        try {
            if (mapping.vdso()) {
                return new ProcessSnapshot.Region(mapping, vdso(task, mapping), null);
            }
            if (mapping.fileBacked()) {
                return new ProcessSnapshot.Region(mapping, module(pid, task, mapping), null);
            }
            return new ProcessSnapshot.Region(mapping, null, null);
        } catch (ElfException e) {
            return failed(mapping, UnknownReason.DAMAGED, Symbols.message(e));
        } catch (ReplacedException e) {
            return failed(mapping, UnknownReason.FILE_REPLACED, Symbols.message(e));
        } catch (AccessDeniedException e) {
            return failed(
                    mapping,
                    UnknownReason.NOT_PERMITTED,
                    mapping.path() + " may not be read: run as root or as the process's user");
        } catch (IOException e) {
            return failed(
                    mapping,
                    UnknownReason.FILE_UNAVAILABLE,
                    mapping.path() + (mapping.deleted() ? " was deleted; as root it can still be read" : " is gone"));
        }
    }

    private static ProcessSnapshot.Region failed(Mapping mapping, UnknownReason reason, String detail) {
        return new ProcessSnapshot.Region(mapping, null, Symbols.unknown(0, reason, detail));
    }

    /// The file of a mapping: through the mapping itself, which is right whatever happened to the path, or else by
    /// its path under the process's root, if that is still the same file.
    private NativeModule module(int pid, int task, Mapping mapping) throws IOException {
        Path root = proc.root(pid, task);
        List<Path> roots = List.of(root, Path.of("/"));
        try {
            return modules.open(proc.mapFile(task, mapping), mapping.path(), roots);
        } catch (IOException e) {
            // Not permitted, or a kernel without map_files.
        }
        Path program = proc.path(task, "exe");
        if (inode(program) == mapping.inode()) {
            return modules.open(program, mapping.path(), roots); // Needs no rights, and works for deleted programs.
        }
        // A process in a container sees its own root; one after a mere chroot shows paths from ours.
        boolean replaced = false;
        for (Path path : List.of(DebugFiles.below(root, Path.of(mapping.path())), Path.of(mapping.path()))) {
            if (inode(path) == mapping.inode() || sameBuild(task, mapping, path)) {
                return modules.open(path, mapping.path(), roots);
            }
            replaced |= Files.exists(path);
        }
        throw replaced
                ? new ReplacedException(
                        mapping.path() + " is not the file that runs, which was replaced; as root it can still be read")
                : new NoSuchFileException(mapping.path());
    }

    private static long inode(Path path) {
        try {
            return (long) Files.getAttribute(path, "unix:ino");
        } catch (IOException e) {
            return -1;
        }
    }

    /// Whether a file with another inode than the mapping, as overlay file systems show it, is the one in memory.
    private boolean sameBuild(int task, Mapping mapping, Path path) {
        try (ElfFile onDisk = ElfFile.open(path)) {
            long first = mapping.start() - mapping.offset();
            byte[] memory = memory(task, first, Math.min(onDisk.file().byteSize(), 4096));
            MemorySegment head = MemorySegment.ofArray(memory);
            return onDisk.buildId() != null
                    && onDisk.buildId().equals(ElfFile.of(mapping.path(), head).buildId());
        } catch (IOException | ElfException e) {
            return false;
        }
    }

    private NativeModule vdso(int task, Mapping mapping) throws IOException {
        long size = Math.min(mapping.end() - mapping.start(), MAX_VDSO);
        return modules.of(ElfFile.of("[vdso]", MemorySegment.ofArray(memory(task, mapping.start(), size))));
    }

    private byte[] memory(int task, long address, long size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) size);
        try (FileChannel memory = FileChannel.open(proc.path(task, "mem"), StandardOpenOption.READ)) {
            long at = address;
            int count;
            while (buffer.hasRemaining() && (count = memory.read(buffer, at)) > 0) {
                at += count;
            }
        }
        return buffer.array();
    }

    private static int lastNumber(@Nullable String numbers, int otherwise) {
        String[] all = numbers == null ? new String[0] : numbers.trim().split("\\s+");
        int number = all.length == 0 ? -1 : number(all[all.length - 1]);
        return number < 0 ? otherwise : number;
    }

    private static int firstNumber(@Nullable String numbers) {
        return numbers == null ? -1 : number(numbers.trim().split("\\s+")[0]);
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /// The file at a path is not the one a process runs.
    private static final class ReplacedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReplacedException(String message) {
            super(message);
        }
    }
}
