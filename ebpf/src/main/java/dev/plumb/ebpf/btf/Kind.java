package dev.plumb.ebpf.btf;

import org.jspecify.annotations.Nullable;

/// A kind of BTF record, in the order of the kernel's numbers, and the bytes that follow the common 12.
enum Kind {
    NONE(0, 0, 0, BtfType.Void.class),
    INT(1, 4, 0, BtfType.Int.class),
    PTR(2, 0, 0, BtfType.Pointer.class),
    ARRAY(3, 12, 0, BtfType.Array.class),
    STRUCT(4, 0, 12, BtfType.Struct.class),
    UNION(5, 0, 12, BtfType.Union.class),
    ENUM(6, 0, 8, BtfType.Enum.class),
    FWD(7, 0, 0, BtfType.Forward.class),
    TYPEDEF(8, 0, 0, BtfType.Typedef.class),
    VOLATILE(9, 0, 0, BtfType.Volatile.class),
    CONST(10, 0, 0, BtfType.Const.class),
    RESTRICT(11, 0, 0, BtfType.Restrict.class),
    FUNC(12, 0, 0, BtfType.Function.class),
    FUNC_PROTO(13, 0, 8, BtfType.FunctionPrototype.class),
    VAR(14, 4, 0, BtfType.Variable.class),
    DATASEC(15, 0, 12, BtfType.DataSection.class),
    FLOAT(16, 0, 0, BtfType.Float.class),
    DECL_TAG(17, 4, 0, BtfType.DeclTag.class),
    TYPE_TAG(18, 0, 0, BtfType.TypeTag.class),
    ENUM64(19, 0, 12, BtfType.Enum64.class);

    private static final Kind[] VALUES = values();

    private final int number;
    private final int fixedBytes;
    private final int elementBytes;
    private final Class<? extends BtfType> type;

    Kind(int number, int fixedBytes, int elementBytes, Class<? extends BtfType> type) {
        this.number = number;
        this.fixedBytes = fixedBytes;
        this.elementBytes = elementBytes;
        this.type = type;
    }

    /// The kind with a number, or null where it is not known (or 0, which no record may have).
    static @Nullable Kind of(int number) {
        return number > 0 && number < VALUES.length ? VALUES[number] : null;
    }

    int number() {
        return number;
    }

    int fixedBytes() {
        return fixedBytes;
    }

    int elementBytes() {
        return elementBytes;
    }

    Class<? extends BtfType> type() {
        return type;
    }
}
