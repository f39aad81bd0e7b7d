package dev.plumb.ebpf.program;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.btf.Btf;
import dev.plumb.ebpf.btf.BtfType;
import dev.plumb.ebpf.btf.FieldPath;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand.Temp;

/// A struct of the kernel at an address that the program has, read by the names of its fields.
///
/// A path leads through pointers: `file.field("f_path.dentry.d_parent.d_iname")` loads three. Where the verifier knows
/// what a pointer points to, in typed tracepoints, fentry and fexit, fields are loaded directly; elsewhere by
/// `bpf_probe_read_kernel`. What cannot be read is zero.
public final class KernelObject {
    private final Body body;
    private final Btf btf;
    private final int type;
    private final Value address;
    private final boolean direct;

    private KernelObject(Body body, Btf btf, int type, Value address) {
        this.body = body;
        this.btf = btf;
        this.type = type;
        this.address = address;
        Value.Pointee pointee = address.pointee();
        this.direct = pointee != null && !pointee.maybeNull() && pointee.type() == type;
    }

    static KernelObject of(Body body, String struct, Value address) {
        Btf btf = body.shape().btf();
        String plain = struct.replaceFirst("^(struct|union) ", "");
        BtfType type = btf.find(plain, BtfType.Composite.class)
                .map(BtfType.class::cast)
                .or(() -> btf.find(plain, BtfType.Typedef.class).map(typedef -> btf.resolved(typedef.id())))
                .orElseThrow(() -> Recorder.wrong("this kernel has no struct or union '" + struct + "'"));
        return new KernelObject(body, btf, type.id(), address);
    }

    static KernelObject of(Body body, int type, Value address) {
        return new KernelObject(body, body.shape().btf(), type, address);
    }

    /// Where the struct lies.
    public Value address() {
        return address;
    }

    /// Reads a number, an enum, a bit-field or a pointer.
    public Value field(String path) {
        FieldPath field = resolve(path);
        if (!field.isScalar()) {
            throw Recorder.wrong("field '" + path + "' is no number but "
                    + btf.print(field.type().id()) + "; read it with text, bytes or object");
        }
        Type stored = Type.of((int) field.sizeBytes(), field.signed());
        FieldPath.BitField bits = field.bits();
        if (bits != null) {
            Value storage = load(field, Type.of((int) field.sizeBytes(), false)).as(Type.U64);
            Value top = storage.shl(Long.SIZE - bits.shift() - bits.size());
            return (field.signed() ? top.as(Type.S64) : top).shr(Long.SIZE - bits.size());
        }
        return load(field, stored);
    }

    /// The struct that a field points to, or that lies in this one.
    public KernelObject object(String path) {
        FieldPath field = resolve(path);
        if (field.resolved() instanceof BtfType.Composite inner) {
            return new KernelObject(body, btf, inner.id(), place(field).as(Type.U64));
        }
        if (field.resolved() instanceof BtfType.Pointer pointer) {
            return new KernelObject(body, btf, btf.resolved(pointer.target()).id(), field(path));
        }
        throw Recorder.wrong("field '" + path + "' is no struct and no pointer to one: "
                + btf.print(field.type().id()));
    }

    /// A string: an array of characters in the struct, or one that a field points to.
    public Source text(String path) {
        return body.kernelText(start(path));
    }

    /// The bytes of an array or struct in this one, or of what a field points to.
    public Source bytes(String path) {
        return body.kernelBytes(start(path));
    }

    /// The address of a field.
    public Value addressOf(String path) {
        return place(resolve(path));
    }

    private Value start(String path) {
        FieldPath field = resolve(path);
        return field.resolved() instanceof BtfType.Pointer ? field(path) : place(field);
    }

    private FieldPath resolve(String path) {
        try {
            return btf.field(type, path);
        } catch (BpfException missing) {
            String hint = missing.hint() == null ? "" : "; " + missing.hint();
            throw new AssemblyException(Recorder.here(), missing.getMessage() + hint);
        }
    }

    /// The verifier follows one step by itself. Further ones it may take for null, by rules that change with the
    /// kernel, so those are read by the helper.
    private Value load(FieldPath field, Type stored) {
        boolean here = field.pointers().isEmpty() && !field.isBitField();
        return here && reachesDirectly(field.offset())
                ? load(stored, field.offset())
                : body.readKernel(stored, place(field));
    }

    private boolean reachesDirectly(int offset) {
        return direct && offset <= Short.MAX_VALUE;
    }

    private Value load(Type type, int offset) {
        Recorder recorder = body.recorder();
        Temp target = recorder.temp();
        recorder.add(new Op.Load(Recorder.here(), type.size(), target, recorder.use(address), offset));
        Value loaded = Value.of(recorder, target, Type.of(type.sizeBytes(), false));
        return type.signed() ? loaded.as(type) : loaded;
    }

    /// The address of a field, with the pointers on the way read.
    private Value place(FieldPath field) {
        Value base = address;
        boolean first = true;
        for (FieldPath.Step step : field.pointers()) {
            base = first && reachesDirectly(step.offset())
                    ? load(Type.U64, step.offset())
                    : body.readKernel(Type.U64, base.add(step.offset()));
            first = false;
        }
        return base.add(field.offset());
    }
}
