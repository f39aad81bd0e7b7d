package dev.plumb.ebpf.asm;

import java.io.Serializable;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The line of Java that asked for an instruction.
///
/// @param file the source file's name without its directory, such as `OffCpu.java`
/// @param line counted from 1, or 0 where it is not known
/// @param className the binary name of the class, such as `dev.example.OffCpu`
/// @param method the method's name
public record SourceLine(String file, int line, String className, String method) implements Serializable {
    /// Stands for a line that nobody knows, as in decoded programs.
    public static final SourceLine UNKNOWN = new SourceLine("unknown", 0, "", "");

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /// The packages whose frames stand between a program's author and its instructions.
    private static final Set<String> LIBRARY_PACKAGES = Set.of("dev.plumb.ebpf.asm", "dev.plumb.ebpf.program");

    private static final ClassValue<Boolean> LIBRARY = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return LIBRARY_PACKAGES.contains(type.getPackageName()) && sharesOrigin(type);
        }
    };

    /// The nearest line of the running call stack that is not the library's own.
    public static SourceLine ofCaller() {
        Optional<StackWalker.StackFrame> frame = WALKER.walk(frames ->
                frames.filter(each -> !LIBRARY.get(each.getDeclaringClass())).findFirst());
        return frame.map(SourceLine::of).orElse(UNKNOWN);
    }

    private static SourceLine of(StackWalker.StackFrame frame) {
        String file = Objects.requireNonNullElse(frame.getFileName(), UNKNOWN.file);
        return new SourceLine(file, Math.max(0, frame.getLineNumber()), frame.getClassName(), frame.getMethodName());
    }

    /// Tells the library's classes from a test's in the same package: they come from different places.
    private static boolean sharesOrigin(Class<?> type) {
        return Objects.equals(origin(type), origin(SourceLine.class));
    }

    private static @Nullable Object origin(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? null
                : source.getLocation().toExternalForm();
    }

    /// File and line, such as `OffCpu.java:42`.
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line;
    }
}
