package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Constant;
import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import dev.plumb.ebpf.btf.BtfType.Placement;
import java.util.ArrayList;
import java.util.List;

/// Makes the object for one type record, when it is asked for.
final class TypeDecoder {
    private final TypeSection types;
    private final StringSection strings;
    private final String source;
    private final int id;
    private long nameBytes;

    private TypeDecoder(TypeSection types, StringSection strings, String source, int id) {
        this.types = types;
        this.strings = strings;
        this.source = source;
        this.id = id;
    }

    static BtfType decode(TypeSection types, StringSection strings, String source, int id) {
        return new TypeDecoder(types, strings, source, id).decode();
    }

    private BtfType decode() {
        String name = name(types.nameOffset(id));
        Kind kind = types.kind(id);
        if (kind == null) {
            return new BtfType.Unknown(id, name, types.kindNumber(id));
        }
        int target = types.sizeOrType(id);
        long size = Integer.toUnsignedLong(target);
        boolean flag = types.flag(id);
        return switch (kind) {
            case NONE -> throw malformed("has no kind");
            case INT -> integer(name);
            case FLOAT -> new BtfType.Float(id, name, smallSize());
            case PTR -> new BtfType.Pointer(id, target);
            case ARRAY ->
                new BtfType.Array(
                        id, types.extra(id, 0), types.extra(id, 4), Integer.toUnsignedLong(types.extra(id, 8)));
            case STRUCT -> new BtfType.Struct(id, name, size, members(flag));
            case UNION -> new BtfType.Union(id, name, size, members(flag));
            case ENUM -> new BtfType.Enum(id, name, smallSize(), flag, constants(flag));
            case ENUM64 -> new BtfType.Enum64(id, name, smallSize(), flag, constants64());
            case FWD -> new BtfType.Forward(id, name, flag);
            case TYPEDEF -> new BtfType.Typedef(id, name, target);
            case VOLATILE -> new BtfType.Volatile(id, target);
            case CONST -> new BtfType.Const(id, target);
            case RESTRICT -> new BtfType.Restrict(id, target);
            case TYPE_TAG -> new BtfType.TypeTag(id, name, target, flag);
            case DECL_TAG -> new BtfType.DeclTag(id, name, target, types.extra(id, 0), flag);
            case FUNC -> new BtfType.Function(id, name, target, linkage(types.elements(id)));
            case FUNC_PROTO -> prototype(target);
            case VAR -> new BtfType.Variable(id, name, target, linkage(types.extra(id, 0)));
            case DATASEC -> new BtfType.DataSection(id, name, size, placements());
        };
    }

    private BtfType integer(String name) {
        int data = types.extra(id, 0);
        return new BtfType.Int(id, name, smallSize(), data >>> 24 & 0xf, data >>> 16 & 0xff, data & 0xff);
    }

    private List<Member> members(boolean withBitSize) {
        List<Member> members = new ArrayList<>(types.elements(id));
        for (int i = 0; i < types.elements(id); i++) {
            int offset = types.extra(id, 12 * i + 8);
            members.add(new Member(
                    name(types.extra(id, 12 * i)),
                    types.extra(id, 12 * i + 4),
                    withBitSize ? offset & 0xffffff : Integer.toUnsignedLong(offset),
                    withBitSize ? offset >>> 24 : 0));
        }
        return members;
    }

    private List<Constant> constants(boolean signed) {
        List<Constant> constants = new ArrayList<>(types.elements(id));
        for (int i = 0; i < types.elements(id); i++) {
            int value = types.extra(id, 8 * i + 4);
            constants.add(new Constant(name(types.extra(id, 8 * i)), signed ? value : Integer.toUnsignedLong(value)));
        }
        return constants;
    }

    private List<Constant> constants64() {
        List<Constant> constants = new ArrayList<>(types.elements(id));
        for (int i = 0; i < types.elements(id); i++) {
            constants.add(new Constant(name(types.extra(id, 12 * i)), value64(types, id, i)));
        }
        return constants;
    }

    static long value64(TypeSection types, int id, int i) {
        return Integer.toUnsignedLong(types.extra(id, 12 * i + 4)) | (long) types.extra(id, 12 * i + 8) << 32;
    }

    private BtfType prototype(int returnType) {
        int count = types.elements(id);
        // A last parameter with neither name nor type stands for the dots of a variadic function.
        boolean variadic = count > 0 && types.extra(id, 8 * count - 8) == 0 && types.extra(id, 8 * count - 4) == 0;
        List<Parameter> parameters = new ArrayList<>(count);
        for (int i = 0; i < (variadic ? count - 1 : count); i++) {
            parameters.add(new Parameter(name(types.extra(id, 8 * i)), types.extra(id, 8 * i + 4)));
        }
        return new BtfType.FunctionPrototype(id, returnType, parameters, variadic);
    }

    private List<Placement> placements() {
        List<Placement> placements = new ArrayList<>(types.elements(id));
        for (int i = 0; i < types.elements(id); i++) {
            placements.add(new Placement(
                    types.extra(id, 12 * i),
                    Integer.toUnsignedLong(types.extra(id, 12 * i + 4)),
                    Integer.toUnsignedLong(types.extra(id, 12 * i + 8))));
        }
        return placements;
    }

    private Linkage linkage(int number) {
        for (Linkage linkage : Linkage.values()) {
            if (linkage.number() == number) {
                return linkage;
            }
        }
        throw malformed("has the unknown linkage " + number);
    }

    private int smallSize() {
        int size = types.sizeOrType(id);
        if (size < 0 || size > 16) {
            throw malformed("is a scalar of " + Integer.toUnsignedString(size) + " bytes");
        }
        return size;
    }

    /// Names within one type differ, so that together they are no longer than the string section; a type that breaks
    /// this is damaged, and would cost memory out of proportion.
    private String name(int offset) {
        if (offset == 0) {
            return "";
        }
        String name = strings.at(offset);
        nameBytes += name.length();
        if (nameBytes > strings.endOffset()) {
            throw malformed("has names longer than the string section");
        }
        return name;
    }

    private RuntimeException malformed(String what) {
        return Malformed.of(source, "type " + id + " " + what);
    }
}
