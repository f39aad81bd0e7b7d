package dev.plumb.symbols;

/// A range of a process's memory that holds code, as a line of `/proc/PID/maps` has it.
///
/// @param offset where the range begins in the file
/// @param path the file as the process sees it, without ` (deleted)`, or a name in brackets, or empty
record Mapping(long start, long end, long offset, long inode, String path, boolean deleted) {
    private static final String DELETED = " (deleted)";

    static Mapping of(long start, long end, long offset, long inode, String path) {
        boolean deleted = path.endsWith(DELETED);
        String bare = deleted ? path.substring(0, path.length() - DELETED.length()) : path;
        return new Mapping(start, end, offset, inode, bare, deleted);
    }

    boolean contains(long address) {
        return Long.compareUnsigned(address, start) >= 0 && Long.compareUnsigned(address, end) < 0;
    }

    /// Whether a file stands behind it. `/memfd:`, `/dev/zero`, `/SYSV` and `/anon_hugepage` are memory with a name.
    boolean fileBacked() {
        return inode != 0
                && !jitDump()
                && path.startsWith("/")
                && !path.startsWith("/memfd:")
                && !path.startsWith("/dev/zero")
                && !path.startsWith("/SYSV")
                && !path.startsWith("/anon_hugepage");
    }

    /// Whether it only announces a jitdump file: compilers map a page of it so that profilers take notice.
    boolean jitDump() {
        return inode != 0 && path.endsWith(".dump") && path.contains("/jit-");
    }

    boolean vdso() {
        return path.equals("[vdso]");
    }

    /// Its name below `/proc/PID/map_files`.
    String mapFile() {
        return Long.toHexString(start) + "-" + Long.toHexString(end);
    }
}
