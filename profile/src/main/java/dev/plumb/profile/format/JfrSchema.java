package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types of a JFR chunk, as its metadata describes them, and their values, read accordingly.
final class JfrSchema {
    private static final int MAX_DEPTH = 32;

    record Field(String name, long type, boolean pooled, boolean array) {}

    record Type(long id, String name, List<Field> fields) {
        /// The place of a field, or -1.
        int field(String fieldName) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().equals(fieldName)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /// A value in a constant pool: which one, not yet which value.
    record Reference(long type, long key) {
        @Override
        public int hashCode() {
            return Long.hashCode(key * 31 + type);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Reference that && type == that.type && key == that.key;
        }
    }

    private final Map<Long, Type> types = new HashMap<>();
    private final Map<String, Type> byName = new HashMap<>();
    private final List<String> strings = new ArrayList<>();

    @Nullable
    Type type(long id) {
        return types.get(id);
    }

    @Nullable
    Type type(String name) {
        return byName.get(name);
    }

    /// Reads a metadata event from its beginning.
    static JfrSchema read(JfrInput in) throws FormatException {
        in.intValue();
        if (in.longValue() != 0) {
            throw in.wrong("expected the metadata");
        }
        in.longValue();
        in.longValue();
        in.longValue();
        JfrSchema schema = new JfrSchema();
        for (int count = in.count(1); count > 0; count--) {
            int encoding = in.byteValue();
            schema.strings.add(encoding < 2 ? "" : in.text(encoding));
        }
        schema.element(in, null, 0);
        return schema;
    }

    /// Reads an element and what is below it; only classes and their fields matter.
    private void element(JfrInput in, @Nullable Type owner, int depth) throws FormatException {
        if (depth > MAX_DEPTH) {
            throw in.wrong("metadata is nested too deeply");
        }
        String name = string(in);
        Map<String, String> attributes = new HashMap<>();
        for (int count = in.count(2); count > 0; count--) {
            attributes.put(string(in), string(in));
        }
        @Nullable Type inner = owner;
        if (name.equals("class")) {
            inner = new Type(number(in, attributes, "id"), attributes.getOrDefault("name", ""), new ArrayList<>());
            types.put(inner.id(), inner);
            byName.putIfAbsent(inner.name(), inner);
        } else if (name.equals("field") && owner != null) {
            owner.fields()
                    .add(new Field(
                            attributes.getOrDefault("name", ""),
                            number(in, attributes, "class"),
                            "true".equals(attributes.get("constantPool")),
                            attributes.containsKey("dimension")));
        }
        for (int count = in.count(3); count > 0; count--) {
            element(in, inner, depth + 1);
        }
    }

    private String string(JfrInput in) throws FormatException {
        int index = in.intValue();
        if (index < 0 || index >= strings.size()) {
            throw in.wrong("string " + index + " of " + strings.size());
        }
        return strings.get(index);
    }

    private static long number(JfrInput in, Map<String, String> attributes, String name) throws FormatException {
        try {
            return Long.parseLong(attributes.getOrDefault(name, ""));
        } catch (NumberFormatException e) {
            throw in.wrong("attribute " + name + " is not a number");
        }
    }

    /// Reads a value: a `Long`, `String`, [Reference], `List` of values, or `Object[]` of a structure's fields.
    @Nullable
    Object value(JfrInput in, long typeId, int depth) throws FormatException {
        in.spend();
        @Nullable Type type = types.get(typeId);
        if (type == null || depth > MAX_DEPTH) {
            throw in.wrong(type == null ? "type " + typeId + " is not described" : "types are nested too deeply");
        }
        return switch (type.name()) {
            case "boolean", "byte" -> (long) in.byteValue();
            case "short", "char" -> (long) in.shortValue();
            case "int" -> (long) in.intValue();
            case "long" -> in.longValue();
            case "float" -> in.fixed(4);
            case "double" -> in.fixed(8);
            case "java.lang.String" -> string(in, typeId);
            default -> structure(in, type, depth);
        };
    }

    @Nullable
    Object[] structure(JfrInput in, Type type, int depth) throws FormatException {
        @Nullable Object[] values = new @Nullable Object[type.fields().size()];
        for (int i = 0; i < values.length; i++) {
            Field field = type.fields().get(i);
            if (field.array()) {
                List<@Nullable Object> elements = new ArrayList<>();
                for (int count = in.count(1); count > 0; count--) {
                    elements.add(single(in, field, depth));
                }
                values[i] = elements;
            } else {
                values[i] = single(in, field, depth);
            }
        }
        return values;
    }

    private @Nullable Object single(JfrInput in, Field field, int depth) throws FormatException {
        return field.pooled() ? new Reference(field.type(), in.longValue()) : value(in, field.type(), depth + 1);
    }

    private @Nullable Object string(JfrInput in, long typeId) throws FormatException {
        int encoding = in.byteValue();
        return switch (encoding) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> new Reference(typeId, in.longValue());
            case 3, 4, 5 -> in.text(encoding);
            default -> throw in.wrong("string of encoding " + encoding);
        };
    }
}
