package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import java.util.ArrayList;
import java.util.List;

/// Describes the records of the library in BTF, so that tools such as bpftool print maps by field.
public final class LayoutTypes {
    private LayoutTypes() {}

    /// Adds a struct with the fields of a layout, and returns its id.
    public static int add(BtfBuilder builder, Layout layout) {
        List<BtfType.Member> members = new ArrayList<>();
        for (Field field : layout.fields()) {
            members.add(new BtfType.Member(
                    BtfBuilder.identifier(field.name()), type(builder, field), 8L * field.offset(), 0));
        }
        return builder.struct(layout.name(), layout.sizeBytes(), members);
    }

    private static int type(BtfBuilder builder, Field field) {
        return switch (field.kind()) {
            case TEXT -> builder.array(builder.integer("char", 1, true), field.sizeBytes());
            case BYTES -> builder.array(builder.integer("u8", 1, false), field.sizeBytes());
            case UNSIGNED, SIGNED -> {
                boolean signed = field.kind() == Field.Kind.SIGNED;
                int bytes = field.elementSizeBytes();
                int number = builder.integer((signed ? "s" : "u") + 8 * bytes, bytes, signed);
                yield field.count() == 1 ? number : builder.array(number, field.count());
            }
        };
    }
}
