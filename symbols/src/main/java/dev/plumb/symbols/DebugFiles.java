package dev.plumb.symbols;

import dev.plumb.elf.AlternateLink;
import dev.plumb.elf.BuildId;
import dev.plumb.elf.DebugLink;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/// Finds the separate debug file of a stripped program: by build-id, then by the name and checksum the program gives,
/// then from servers if any are to be asked.
///
/// Each is looked for in the process's own root first, since a container brings its own, then in the machine's. A
/// file that does not match is not used, whatever its name.
final class DebugFiles {
    private final List<Path> folders;
    private final Debuginfod servers;

    DebugFiles(List<Path> folders, Debuginfod servers) {
        this.folders = List.copyOf(folders);
        this.servers = servers;
    }

    /// Whether a server has sent a file since [#find] looked for it.
    boolean arrived(@Nullable BuildId buildId) {
        return buildId != null && servers.arrived(buildId);
    }

    /// The open debug file, or null. The caller closes it.
    @Nullable
    ElfFile find(ElfFile program, @Nullable BuildId buildId, List<Path> roots) {
        if (buildId != null) {
            ElfFile found = byBuildId(buildId, roots);
            if (found != null) {
                return found;
            }
        }
        DebugLink link = program.debugLink();
        ElfFile named = link == null ? null : byLink(program.name(), link, roots);
        return named != null || buildId == null ? named : fromServers(buildId);
    }

    private @Nullable ElfFile fromServers(BuildId buildId) {
        Path path = servers.find(buildId);
        ElfFile found = path == null ? null : open(path);
        if (found != null && buildId.equals(found.buildId())) {
            return found;
        }
        close(found);
        return null;
    }

    /// The file that `dwz` moved shared debug information of a debug file to, or null. The caller closes it.
    @Nullable
    ElfFile alternate(ElfFile debug, List<Path> roots) {
        AlternateLink link = debug.alternateLink();
        if (link == null) {
            return null;
        }
        Path parent = Path.of(debug.name()).toAbsolutePath().getParent();
        for (Path root : roots) {
            Path path = Path.of(link.path());
            ElfFile found =
                    path.isAbsolute() ? open(below(root, path)) : parent == null ? null : open(parent.resolve(path));
            if (found != null && (link.buildId() == null || link.buildId().equals(found.buildId()))) {
                return found;
            }
            close(found);
        }
        return link.buildId() == null ? null : byBuildId(link.buildId(), roots);
    }

    private @Nullable ElfFile byBuildId(BuildId buildId, List<Path> roots) {
        for (Path root : roots) {
            for (Path folder : folders) {
                ElfFile found = open(below(root, folder).resolve(buildId.debugPath()));
                if (found != null && buildId.equals(found.buildId())) {
                    return found;
                }
                close(found);
            }
        }
        return null;
    }

    private @Nullable ElfFile byLink(String program, DebugLink link, List<Path> roots) {
        Path parent = Path.of(program).toAbsolutePath().getParent();
        if (parent == null) {
            return null;
        }
        for (Path root : roots) {
            Path beside = below(root, parent);
            ElfFile found = checked(beside.resolve(link.fileName()), link);
            found = found != null ? found : checked(beside.resolve(".debug").resolve(link.fileName()), link);
            for (int i = 0; found == null && i < folders.size(); i++) {
                Path folder = below(below(root, folders.get(i)), parent);
                found = checked(folder.resolve(link.fileName()), link);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable ElfFile checked(Path path, DebugLink link) {
        ElfFile file = open(path);
        if (file == null) {
            return null;
        }
        CRC32 crc = new CRC32();
        long size = file.file().byteSize();
        for (long at = 0; at < size; at += 1 << 30) {
            crc.update(file.file().asSlice(at, Math.min(1 << 30, size - at)).asByteBuffer());
        }
        if ((int) crc.getValue() == link.crc()) {
            return file;
        }
        file.close();
        return null;
    }

    private static @Nullable ElfFile open(Path path) {
        try {
            return ElfFile.open(path);
        } catch (IOException | ElfException e) {
            return null;
        }
    }

    private static void close(@Nullable ElfFile file) {
        if (file != null) {
            file.close();
        }
    }

    /// An absolute path as it is seen under another root.
    static Path below(Path root, Path absolute) {
        Path top = absolute.getRoot();
        return root.resolve(top == null ? absolute : top.relativize(absolute));
    }
}
