package dev.plumb.symbols;

/// Why an address has no name.
public enum UnknownReason {
    /// Nothing is mapped there.
    NOT_MAPPED,
    /// The process has gone, and was not observed before.
    PROCESS_GONE,
    /// This user may not read the process or the kernel's symbols.
    NOT_PERMITTED,
    /// Something is mapped there, but it is not code of any file.
    NO_FILE,
    /// The mapped file cannot be opened any more.
    FILE_UNAVAILABLE,
    /// The file at the path is not the one that is mapped.
    FILE_REPLACED,
    /// The file is damaged or not understood.
    DAMAGED,
    /// Code compiled at run time, with no map of it.
    NO_JIT_MAP,
    /// The file or kernel is known, but no symbol covers the address.
    NO_SYMBOL
}
