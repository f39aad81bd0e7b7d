package dev.plumb.elf.dwarf;

import dev.plumb.elf.Memory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files of a line table. Paths are put together when they are asked for.
final class FileTable {
    /// A string as it is stored.
    record Text(int form, long value) {}

    /// @param folder the number of the folder it is in
    record File(Text name, int folder) {}

    private final Unit unit;
    private final Unit.Root root;
    private final List<Text> folders;
    private final List<File> files;
    private final @Nullable String[] paths;
    /// The number of the first file: 0 in DWARF 5, 1 before.
    private final int first;

    FileTable(Unit unit, Unit.Root root, List<Text> folders, List<File> files, int first) {
        this.unit = unit;
        this.root = root;
        this.folders = List.copyOf(folders);
        this.files = List.copyOf(files);
        this.first = first;
        this.paths = new String[files.size()];
    }

    @Nullable
    String path(int number) {
        int index = number - first;
        if (index < 0 || index >= files.size()) {
            return null;
        }
        if (paths[index] == null) {
            paths[index] = compose(files.get(index));
        }
        return paths[index];
    }

    private @Nullable String compose(File file) {
        String name = text(file.name());
        if (name == null || name.startsWith("/")) {
            return name;
        }
        String folder = folder(file.folder());
        String path = folder == null ? name : folder + "/" + name;
        String compiled = root.directory();
        boolean inCompiled = first == 0 && file.folder() == 0;
        return path.startsWith("/") || compiled == null || inCompiled ? path : compiled + "/" + path;
    }

    private @Nullable String folder(int number) {
        int index = number - first;
        return index < 0 || index >= folders.size() ? null : text(folders.get(index));
    }

    private @Nullable String text(Text text) {
        return text.form() == Form.STRING
                ? Memory.string(unit.sections().line(), text.value())
                : unit.string(text.form(), text.value(), root);
    }

    long heapBytes() {
        return 160L * (folders.size() + files.size());
    }
}
