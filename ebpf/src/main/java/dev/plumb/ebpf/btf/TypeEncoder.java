package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Constant;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import dev.plumb.ebpf.btf.BtfType.Placement;
import java.util.List;

/// Writes one type record: the inverse of [TypeDecoder].
final class TypeEncoder {
    private final StringTable strings;
    private final ByteSink sink = new ByteSink();

    private TypeEncoder(StringTable strings) {
        this.strings = strings;
    }

    static byte[] encode(BtfType type, StringTable strings) {
        return new TypeEncoder(strings).encode(type).toByteArray();
    }

    private ByteSink encode(BtfType type) {
        return switch (type) {
            case BtfType.Int it ->
                head(Kind.INT, it, false, 0, it.size())
                        .u32((long) it.encoding() << 24 | (long) it.bitOffset() << 16 | it.bits());
            case BtfType.Float it -> head(Kind.FLOAT, it, false, 0, it.size());
            case BtfType.Pointer it -> head(Kind.PTR, it, false, 0, it.target());
            case BtfType.Array it ->
                head(Kind.ARRAY, it, false, 0, 0)
                        .u32(it.element())
                        .u32(it.index())
                        .u32(it.count());
            case BtfType.Struct it -> composite(Kind.STRUCT, it);
            case BtfType.Union it -> composite(Kind.UNION, it);
            case BtfType.Enum it -> enumeration(Kind.ENUM, it);
            case BtfType.Enum64 it -> enumeration(Kind.ENUM64, it);
            case BtfType.Forward it -> head(Kind.FWD, it, it.union(), 0, 0);
            case BtfType.Typedef it -> head(Kind.TYPEDEF, it, false, 0, it.target());
            case BtfType.Volatile it -> head(Kind.VOLATILE, it, false, 0, it.target());
            case BtfType.Const it -> head(Kind.CONST, it, false, 0, it.target());
            case BtfType.Restrict it -> head(Kind.RESTRICT, it, false, 0, it.target());
            case BtfType.TypeTag it -> head(Kind.TYPE_TAG, it, it.attribute(), 0, it.target());
            case BtfType.DeclTag it ->
                head(Kind.DECL_TAG, it, it.attribute(), 0, it.target()).u32(it.component());
            case BtfType.Function it -> head(Kind.FUNC, it, false, it.linkage().number(), it.prototype());
            case BtfType.FunctionPrototype it -> prototype(it);
            case BtfType.Variable it ->
                head(Kind.VAR, it, false, 0, it.type()).u32(it.linkage().number());
            case BtfType.DataSection it -> dataSection(it);
            case BtfType.Void it -> throw unwritable("void, which is id 0 by itself");
            case BtfType.Unknown it -> throw unwritable("a type of unknown kind " + it.kind());
        };
    }

    private ByteSink head(Kind kind, BtfType type, boolean flag, int count, long sizeOrType) {
        if (count > 0xffff) {
            throw unwritable("a type with " + count + " elements; kernels before 7.x know 65,535");
        }
        long info = (flag ? 1L << 31 : 0) | (long) kind.number() << 24 | count;
        return sink.u32(strings.offset(type.name())).u32(info).u32(sizeOrType);
    }

    private ByteSink composite(Kind kind, BtfType.Composite type) {
        List<Member> members = type.members();
        boolean bitFields = members.stream().anyMatch(member -> member.bitSize() > 0);
        head(kind, type, bitFields, members.size(), type.size());
        for (Member member : members) {
            if (bitFields && (member.bitOffset() > 0xffffff || member.bitSize() > 0xff)) {
                throw unwritable("bit-fields in a struct larger than 2 MiB");
            }
            sink.u32(strings.offset(member.name()))
                    .u32(member.type())
                    .u32((long) member.bitSize() << 24 | member.bitOffset());
        }
        return sink;
    }

    private ByteSink enumeration(Kind kind, BtfType.Enumeration type) {
        head(kind, type, type.signed(), type.constants().size(), type.size());
        for (Constant constant : type.constants()) {
            sink.u32(strings.offset(constant.name())).u32(constant.value());
            if (kind == Kind.ENUM64) {
                sink.u32(constant.value() >>> 32);
            }
        }
        return sink;
    }

    private ByteSink prototype(BtfType.FunctionPrototype type) {
        int count = type.parameters().size() + (type.variadic() ? 1 : 0);
        head(Kind.FUNC_PROTO, type, false, count, type.returnType());
        for (Parameter parameter : type.parameters()) {
            sink.u32(strings.offset(parameter.name())).u32(parameter.type());
        }
        return type.variadic() ? sink.u32(0).u32(0) : sink;
    }

    private ByteSink dataSection(BtfType.DataSection type) {
        head(Kind.DATASEC, type, false, type.variables().size(), type.size());
        for (Placement placement : type.variables()) {
            sink.u32(placement.variable()).u32(placement.offset()).u32(placement.size());
        }
        return sink;
    }

    private static IllegalArgumentException unwritable(String what) {
        return new IllegalArgumentException("encode BTF: cannot write " + what);
    }
}
