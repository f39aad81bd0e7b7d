package dev.plumb.ebpf.load;

import dev.plumb.ebpf.asm.SourceLine;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the text of Java lines: in the source file itself where Java runs one, or in the usual folders beside the
/// compiled classes. Where there is no source, class and method stand for it.
final class SourceText {
    private static final List<String> FOLDERS = List.of("src/main/java", "src/test/java", "src");
    private static final int MAX_LENGTH = 200;

    private final Map<String, List<String>> files = new HashMap<>();

    String of(SourceLine source) {
        List<String> lines = files.computeIfAbsent(source.className(), name -> read(name, source.file()));
        String text = source.line() > 0 && source.line() <= lines.size()
                ? lines.get(source.line() - 1).strip()
                : "";
        if (text.isEmpty()) {
            text = source.className().isEmpty() ? "" : source.className() + "." + source.method();
        }
        return text.substring(0, Math.min(text.length(), MAX_LENGTH));
    }

    private static List<String> read(String className, String file) {
        try {
            Path location = location(className);
            if (location == null) {
                return List.of();
            }
            if (Files.isRegularFile(location)) {
                return location.toString().endsWith(".java") ? lines(location) : List.of();
            }
            int dot = className.lastIndexOf('.');
            String path = (dot < 0 ? "" : className.substring(0, dot + 1).replace('.', '/')) + file;
            return find(location, path);
        } catch (IOException | URISyntaxException | RuntimeException | LinkageError unreadable) {
            // The text is a comfort: without it, lines are still named by file and number.
            return List.of();
        }
    }

    /// Looks beside a folder of classes such as `module/target/classes`.
    private static List<String> find(Path classes, String path) throws IOException {
        Path folder = classes.toAbsolutePath().getParent();
        for (int up = 0; up < 3 && folder != null; up++, folder = folder.getParent()) {
            for (String sources : FOLDERS) {
                Path candidate = folder.resolve(sources).resolve(path);
                if (Files.isRegularFile(candidate)) {
                    return lines(candidate);
                }
            }
        }
        return List.of();
    }

    private static List<String> lines(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static @Nullable Path location(String className) throws URISyntaxException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            Class<?> type = Class.forName(className, false, loader);
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URI location = source == null || source.getLocation() == null
                    ? null
                    : source.getLocation().toURI();
            return location == null || !"file".equals(location.getScheme()) ? null : Path.of(location);
        } catch (ClassNotFoundException unknown) {
            return null;
        }
    }
}
