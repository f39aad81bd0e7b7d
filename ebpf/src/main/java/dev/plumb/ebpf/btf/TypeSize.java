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
            if (type instanceof BtfType.Modifier modifier) {
                current = modifier.target();
            } else if (type instanceof BtfType.Variable variable) {
                current = variable.type();
            } else if (type instanceof BtfType.Array array) {
                factor = bounded(btf, id, factor * array.count());
                current = array.element();
            } else {
                return bounded(btf, id, factor * plain(btf, id, type));
            }
        }
        throw Malformed.of(btf.source(), "type " + id + " contains itself");
    }

    private static long plain(Btf btf, int id, BtfType type) {
        if (type instanceof BtfType.Composite composite) {
            return composite.size();
        }
        if (type instanceof BtfType.Int number) {
            return number.size();
        }
        if (type instanceof BtfType.Pointer) {
            return POINTER_BYTES;
        }
        if (type instanceof BtfType.Enumeration constants) {
            return constants.size();
        }
        if (type instanceof BtfType.Float number) {
            return number.size();
        }
        if (type instanceof BtfType.DataSection section) {
            return section.size();
        }
        throw new BpfException("take the size of " + btf.print(id), Errno.NONE, "it has none", null);
    }

    private static long bounded(Btf btf, int id, long size) {
        if (size < 0 || size > MAX_BYTES) {
            throw Malformed.of(btf.source(), "type " + id + " is larger than 4 GiB");
        }
        return size;
    }
}
