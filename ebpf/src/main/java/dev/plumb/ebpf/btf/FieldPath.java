package dev.plumb.ebpf.btf;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a field lies, as seen from a pointer to the struct it was looked up in.
///
/// Each step is an offset within one object. All steps but the last lead to a pointer that must be loaded to reach the
/// next object; the last leads to the field. Reading `mm.exe_file.f_mode` of a `task_struct` at address `p` is
///
/// ```
/// p = *(p + steps[0].offset)      mm
/// p = *(p + steps[1].offset)      exe_file
/// value = sizeBytes bytes at p + steps[2].offset, then extract(value)
/// ```
///
/// @param root the struct as it was named
/// @param path the path as it was written
/// @param steps one step for each object on the way, at least one
/// @param type the field's type as it is declared, typedefs and qualifiers included
/// @param resolved the same without typedefs, qualifiers and tags
/// @param sizeBytes bytes to load: the size of the type, or of the storage that holds the whole bit-field
/// @param signed whether the value is to be sign-extended
/// @param bits where the value lies in those bytes if it is a bit-field, else null
public record FieldPath(
        String root,
        String path,
        List<Step> steps,
        BtfType type,
        BtfType resolved,
        long sizeBytes,
        boolean signed,
        @Nullable BitField bits) {

    public FieldPath {
        steps = List.copyOf(steps);
    }

    /// A walk within one object: the part of the path that it covers, and its offset in bytes.
    public record Step(String path, int offset) {}

    /// A bit-field within its little-endian storage: `size` bits above `shift` lower ones.
    public record BitField(int shift, int size) {}

    /// The field's offset within the last object.
    public int offset() {
        return steps.getLast().offset();
    }

    /// The pointers to load on the way, first to last; empty if the field is in the root object itself.
    public List<Step> pointers() {
        return steps.subList(0, steps.size() - 1);
    }

    /// Whether the field is a bit-field, whose value [#extract(long)] takes out of the loaded bytes.
    public boolean isBitField() {
        return bits != null;
    }

    /// Whether the field is an integer, enum or pointer that fits a register.
    public boolean isScalar() {
        return resolved instanceof BtfType.Int
                || resolved instanceof BtfType.Enumeration
                || resolved instanceof BtfType.Pointer;
    }

    /// The field's value from its loaded bytes: bit-fields shifted out, and the sign extended where there is one.
    public long extract(long loaded) {
        int size = bits == null ? (int) Math.min(64, sizeBytes * 8) : bits.size();
        int shift = bits == null ? 0 : bits.shift();
        if (size == 0) {
            return 0;
        }
        long top = loaded << (64 - shift - size);
        return signed ? top >> (64 - size) : top >>> (64 - size);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(root);
        String arrow = " +";
        for (Step step : steps) {
            text.append(arrow).append(step.offset());
            arrow = " -> +";
        }
        text.append(" (").append(path).append(", ").append(sizeBytes).append(" bytes");
        if (bits != null) {
            text.append(", bits ").append(bits.shift()).append("-").append(bits.shift() + bits.size() - 1);
        }
        return text.append(')').toString();
    }
}
