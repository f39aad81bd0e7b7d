package dev.plumb.symbols;

import java.nio.file.Path;
import java.util.List;

/// How to name addresses.
///
/// @param inlines whether an address inside inlined code gets a frame for each inlined function
/// @param rawNames whether names stay as the linker knows them
/// @param sourceLines whether debug information is read for files and lines; without it only symbol tables are
/// @param debugFolders where separate debug files are looked for
/// @param debuginfodUrls servers that are asked for missing debug files; none by default
/// @param debuginfodCache where what they answered is kept
/// @param cacheBytes heap that parsed symbols may take between calls
/// @param proc where the process file system is mounted
public record SymbolizerOptions(
        boolean inlines,
        boolean rawNames,
        boolean sourceLines,
        List<Path> debugFolders,
        List<String> debuginfodUrls,
        Path debuginfodCache,
        long cacheBytes,
        Path proc) {
    public SymbolizerOptions {
        debugFolders = List.copyOf(debugFolders);
        debuginfodUrls = List.copyOf(debuginfodUrls);
    }

    public static SymbolizerOptions defaults() {
        Path cache = Path.of(System.getProperty("user.home", "/"), ".cache", "debuginfod_client");
        return new SymbolizerOptions(
                true, false, true, List.of(Path.of("/usr/lib/debug")), List.of(), cache, 256L << 20, Path.of("/proc"));
    }

    public SymbolizerOptions withInlines(boolean value) {
        return new SymbolizerOptions(
                value, rawNames, sourceLines, debugFolders, debuginfodUrls, debuginfodCache, cacheBytes, proc);
    }

    public SymbolizerOptions withRawNames(boolean value) {
        return new SymbolizerOptions(
                inlines, value, sourceLines, debugFolders, debuginfodUrls, debuginfodCache, cacheBytes, proc);
    }

    public SymbolizerOptions withSourceLines(boolean value) {
        return new SymbolizerOptions(
                inlines, rawNames, value, debugFolders, debuginfodUrls, debuginfodCache, cacheBytes, proc);
    }

    public SymbolizerOptions withDebugFolders(List<Path> value) {
        return new SymbolizerOptions(
                inlines, rawNames, sourceLines, value, debuginfodUrls, debuginfodCache, cacheBytes, proc);
    }

    public SymbolizerOptions withDebuginfod(List<String> urls, Path cache) {
        return new SymbolizerOptions(inlines, rawNames, sourceLines, debugFolders, urls, cache, cacheBytes, proc);
    }

    public SymbolizerOptions withCacheBytes(long value) {
        return new SymbolizerOptions(
                inlines, rawNames, sourceLines, debugFolders, debuginfodUrls, debuginfodCache, value, proc);
    }

    public SymbolizerOptions withProc(Path value) {
        return new SymbolizerOptions(
                inlines, rawNames, sourceLines, debugFolders, debuginfodUrls, debuginfodCache, cacheBytes, value);
    }
}
