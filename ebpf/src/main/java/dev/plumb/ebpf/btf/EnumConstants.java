package dev.plumb.ebpf.btf;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// Finds an enum's constant by its name alone, comparing bytes where they lie.
final class EnumConstants {
    private EnumConstants() {}

    static OptionalLong find(TypeSection types, StringSection strings, String constant) {
        byte[] name = constant.getBytes(StandardCharsets.UTF_8);
        for (int id = types.firstId(); id < types.endId() && name.length > 0; id++) {
            Kind kind = types.kind(id);
            if (kind == Kind.ENUM || kind == Kind.ENUM64) {
                OptionalLong value = find(types, strings, id, kind, name);
                if (value.isPresent()) {
                    return value;
                }
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong find(TypeSection types, StringSection strings, int id, Kind kind, byte[] name) {
        for (int i = 0; i < types.elements(id); i++) {
            if (strings.matches(types.extra(id, i * kind.elementBytes()), name)) {
                if (kind == Kind.ENUM64) {
                    return OptionalLong.of(TypeDecoder.value64(types, id, i));
                }
                int value = types.extra(id, i * kind.elementBytes() + 4);
                return OptionalLong.of(types.flag(id) ? value : Integer.toUnsignedLong(value));
            }
        }
        return OptionalLong.empty();
    }
}
