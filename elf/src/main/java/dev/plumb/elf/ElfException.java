package dev.plumb.elf;

/// An ELF file, or the debug information in it, is damaged or of a kind that is not understood.
///
/// The message names the file and what is wrong with it.
public final class ElfException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ElfException(String message) {
        super(message);
    }

    public ElfException(String message, Throwable cause) {
        super(message, cause);
    }
}
