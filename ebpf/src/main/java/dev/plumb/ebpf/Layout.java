package dev.plumb.ebpf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A binary record: its fields with their offsets, named once, for the program that writes it and the Java code that
/// reads it.
///
/// Fields are laid out as C does: each at its natural alignment, the whole padded to the largest of them.
///
/// ```java
/// final class ExecRecord {
///     private static final Layout.Builder BUILDER = Layout.struct("exec");
///     static final Field TIME = BUILDER.u64("time");
///     static final Field PID = BUILDER.u32("pid");
///     static final Field COMM = BUILDER.text("comm", 16);
///     static final Layout LAYOUT = BUILDER.build();
/// }
/// ```
public record Layout(String name, List<Field> fields, int sizeBytes, int alignment) {
    public Layout {
        fields = List.copyOf(fields);
    }

    /// Starts a record type.
    public static Builder struct(String name) {
        return new Builder(name);
    }

    /// A record of one number, for simple keys and values.
    public static Layout u32(String name) {
        Builder builder = struct(name);
        builder.u32(name);
        return builder.build();
    }

    /// A record of one number, for simple keys and values.
    public static Layout u64(String name) {
        Builder builder = struct(name);
        builder.u64(name);
        return builder.build();
    }

    /// The field of that name.
    public Field field(String fieldName) {
        return fields.stream()
                .filter(field -> field.name().equals(fieldName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("record " + name + " has no field '" + fieldName
                        + "'; it has " + fields.stream().map(Field::name).toList()));
    }

    /// Collects the fields of a record in their order.
    public static final class Builder {
        private final String name;
        private final List<Field> fields = new ArrayList<>();
        private final Set<String> names = new HashSet<>();
        private int size;
        private int alignment = 1;

        private Builder(String name) {
            this.name = name;
        }

        public Field u8(String fieldName) {
            return add(fieldName, 1, 1, 1, Field.Kind.UNSIGNED);
        }

        public Field u16(String fieldName) {
            return add(fieldName, 2, 2, 1, Field.Kind.UNSIGNED);
        }

        public Field u32(String fieldName) {
            return add(fieldName, 4, 4, 1, Field.Kind.UNSIGNED);
        }

        public Field u64(String fieldName) {
            return add(fieldName, 8, 8, 1, Field.Kind.UNSIGNED);
        }

        public Field s32(String fieldName) {
            return add(fieldName, 4, 4, 1, Field.Kind.SIGNED);
        }

        public Field s64(String fieldName) {
            return add(fieldName, 8, 8, 1, Field.Kind.SIGNED);
        }

        /// A zero-terminated text of at most `sizeBytes - 1` bytes.
        public Field text(String fieldName, int sizeBytes) {
            return add(fieldName, sizeBytes, 1, 1, Field.Kind.TEXT);
        }

        /// A block of bytes.
        public Field bytes(String fieldName, int sizeBytes) {
            return add(fieldName, sizeBytes, 1, 1, Field.Kind.BYTES);
        }

        /// An array of 64-bit numbers, such as a stack's addresses.
        public Field u64s(String fieldName, int count) {
            return add(fieldName, 8, 8, count, Field.Kind.UNSIGNED);
        }

        private Field add(String fieldName, int elementSize, int fieldAlignment, int count, Field.Kind kind) {
            if (!names.add(fieldName)) {
                throw new IllegalArgumentException("record " + name + " has two fields '" + fieldName + "'");
            }
            if (elementSize <= 0 || count <= 0) {
                throw new IllegalArgumentException("field " + name + "." + fieldName + ": no size");
            }
            int offset = roundUp(size, fieldAlignment);
            Field field = new Field(fieldName, kind, offset, elementSize, count);
            fields.add(field);
            size = Math.addExact(offset, field.sizeBytes());
            alignment = Math.max(alignment, fieldAlignment);
            return field;
        }

        public Layout build() {
            if (fields.isEmpty()) {
                throw new IllegalArgumentException("record " + name + " has no field");
            }
            return new Layout(name, fields, roundUp(size, alignment), alignment);
        }
    }

    static int roundUp(int value, int multiple) {
        return Math.ceilDiv(value, multiple) * multiple;
    }
}
