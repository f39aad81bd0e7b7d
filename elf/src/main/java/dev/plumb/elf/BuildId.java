package dev.plumb.elf;

import java.util.HexFormat;

/// The identity of a linked file, as its linker wrote it: the same in the program and in its separate debug file.
///
/// @param hex lower-case hexadecimal digits, two a byte
public record BuildId(String hex) {
    /// The longest identity that is accepted; linkers write 8, 16 or 20 bytes.
    private static final int MAX_BYTES = 64;

    public BuildId {
        if (hex.length() < 4 || hex.length() > 2 * MAX_BYTES || !hex.matches("([0-9a-f]{2})+")) {
            throw new IllegalArgumentException("not a build-id: " + hex);
        }
    }

    public static BuildId of(byte[] bytes) {
        return new BuildId(HexFormat.of().formatHex(bytes));
    }

    /// Where debug files with this identity are kept below a debug folder: `.build-id/ab/cdef.debug`.
    public String debugPath() {
        return ".build-id/" + hex.substring(0, 2) + "/" + hex.substring(2) + ".debug";
    }

    @Override
    public String toString() {
        return hex;
    }
}
