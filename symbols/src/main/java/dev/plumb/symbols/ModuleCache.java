package dev.plumb.symbols;

import dev.plumb.elf.BuildId;
import dev.plumb.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files that processes run, each mapped and parsed once: by device, inode, size and time of change, and copies
/// of one file, as in layers of containers, by build-id.
///
/// What is parsed may take a stated number of bytes between calls. When it takes more, the files whose symbols were
/// used longest ago lose theirs, until the rest fits; they are parsed again when needed.
final class ModuleCache implements AutoCloseable {
    /// The identity holds the device and the inode.
    private record FileKey(@Nullable Object identity, long size, FileTime modified) {}

    /// The size keeps a stripped copy apart from a whole one, and files apart whose build gives all the same
    /// build-id.
    private record ContentKey(BuildId buildId, long size) {}

    private final DebugFiles debugFiles;
    private final long budgetBytes;
    private final Map<FileKey, NativeModule> byFile = new HashMap<>();
    private final Map<ContentKey, NativeModule> byContent = new HashMap<>();
    /// Every module, least recently used first.
    private final LinkedHashMap<NativeModule, Boolean> modules = new LinkedHashMap<>(64, 0.75f, true);

    ModuleCache(DebugFiles debugFiles, long budgetBytes) {
        this.debugFiles = debugFiles;
        this.budgetBytes = budgetBytes;
    }

    /// The module in a file.
    ///
    /// @param path where to open it
    /// @param label the path as the process has it, for messages and to find debug files beside it
    NativeModule open(Path path, String label, List<Path> roots) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
        FileKey key = new FileKey(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
        NativeModule known = byFile.get(key);
        if (known == null) {
            known = shared(NativeModule.open(path, label, debugFiles, roots));
            byFile.put(key, known);
        }
        return known;
    }

    /// The module in memory that is no file, such as the vdso.
    NativeModule of(ElfFile elf) {
        return shared(new NativeModule(elf, debugFiles, List.of(Path.of("/"))));
    }

    private NativeModule shared(NativeModule fresh) {
        BuildId id = fresh.buildId();
        if (id != null) {
            NativeModule same = byContent.putIfAbsent(new ContentKey(id, fresh.fileBytes()), fresh);
            if (same != null) {
                fresh.close();
                return same;
            }
        }
        modules.put(fresh, true);
        return fresh;
    }

    /// Notes that a module is in use.
    void touch(NativeModule module) {
        modules.get(module);
    }

    int count() {
        return modules.size();
    }

    long heapBytes() {
        return modules.keySet().stream().mapToLong(NativeModule::heapBytes).sum();
    }

    /// Drops parsed symbols until the rest fits the budget.
    void trim() {
        long bytes = heapBytes();
        if (bytes <= budgetBytes) {
            return;
        }
        for (NativeModule module : new ArrayList<>(modules.keySet())) {
            bytes -= module.heapBytes();
            module.trim();
            if (bytes <= budgetBytes) {
                return;
            }
        }
    }

    /// Closes every module that no process needs any more.
    void retain(Set<NativeModule> needed) {
        List<NativeModule> unused = modules.keySet().stream()
                .filter(module -> !needed.contains(module))
                .toList();
        byFile.values().retainAll(needed);
        byContent.values().retainAll(needed);
        modules.keySet().retainAll(needed);
        unused.forEach(NativeModule::close);
    }

    @Override
    public void close() {
        modules.keySet().forEach(NativeModule::close);
        modules.clear();
        byFile.clear();
        byContent.clear();
    }
}
