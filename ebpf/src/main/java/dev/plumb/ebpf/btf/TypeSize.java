package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;

/// Computes sizes, through typedefs and arrays of arrays, with bounds that damaged BTF cannot pass.
final class TypeSize {
    private static final long POINTER_BYTES = 8;
    private static final long MAX_BYTES = 0xffff_ffffL;

    private TypeSize() {}

    static long of(Btf btf, int id) {
        long factor = 1;
        int current = id;
        for (int i = 0; i < Btf.MAX_CHAIN; i++) {
            BtfType type = btf.type(current);
            switch (type) {
                case BtfType.Modifier modifier -> current = modifier.target();
                case BtfType.Variable variable -> current = variable.type();
                case BtfType.Array array -> {
                    factor = bounded(btf, id, factor * array.count());
                    current = array.element();
                }
                default -> {
                    return bounded(btf, id, factor * plain(btf, id, type));
                }
            }
        }
        throw Malformed.of(btf.source(), "type " + id + " contains itself");
    }

    private static long plain(Btf btf, int id, BtfType type) {
        return switch (type) {
            case BtfType.Composite composite -> composite.size();
            case BtfType.Int number -> number.size();
            case BtfType.Float number -> number.size();
            case BtfType.Enumeration constants -> constants.size();
            case BtfType.Pointer pointer -> POINTER_BYTES;
            case BtfType.DataSection section -> section.size();
            default -> throw new BpfException("take the size of " + btf.print(id), Errno.NONE, "it has none", null);
        };
    }

    private static long bounded(Btf btf, int id, long size) {
        if (size < 0 || size > MAX_BYTES) {
            throw Malformed.of(btf.source(), "type " + id + " is larger than 4 GiB");
        }
        return size;
    }
}
