package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.btf.Btf;
import dev.plumb.ebpf.btf.BtfType;
import dev.plumb.ebpf.btf.Signature;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import dev.plumb.ebpf.load.AttachType;
import dev.plumb.ebpf.load.ProgramType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The arguments and result of what a program is attached to.
final class ContextArguments {
    private final Body body;
    private final ProgramShape shape;

    private ContextArguments(Body body) {
        this.body = body;
        this.shape = body.shape();
    }

    static ContextArguments of(Body body) {
        return new ContextArguments(body);
    }

    Value argument(int index) {
        return switch (shape.type()) {
            case KPROBE -> registerArgument(index);
            case RAW_TRACEPOINT -> {
                requireIndex(index, 12);
                yield body.contextValue(Type.U64, 8 * index);
            }
            case TRACING -> typedArgument(index);
            case SOCKET_FILTER, TRACEPOINT, PERF_EVENT, SYSCALL ->
                throw Recorder.wrong("programs of type " + shape.type() + " have no arguments"
                        + (shape.type() == ProgramType.TRACEPOINT ? " but a record: use field" : ""));
        };
    }

    private Value registerArgument(int index) {
        List<Integer> offsets = Registers.of(shape.architecture()).arguments();
        if (index >= offsets.size()) {
            throw Recorder.wrong("argument " + index + " is not in a register on " + shape.architecture() + ", where "
                    + offsets.size() + " are");
        }
        requireIndex(index, offsets.size());
        return body.contextValue(Type.U64, offsets.get(index));
    }

    /// The verifier knows what a typed argument points to.
    private Value typedArgument(int index) {
        Signature signature = signature();
        requireIndex(index, signature.parameters().size());
        int pointee = pointee(signature.parameters().get(index));
        Recorder recorder = body.recorder();
        Temp target = recorder.temp();
        recorder.add(new Op.Load(Recorder.here(), Type.U64.size(), target, body.contextTemp(), 8 * index));
        return pointee == 0
                ? Value.of(recorder, target, Type.U64)
                : Value.pointer(recorder, target, new Value.Pointee(pointee, false));
    }

    private static void requireIndex(int index, int count) {
        if (index < 0 || index >= count) {
            throw Recorder.wrong("there is no argument " + index + ": they are counted from 0, and there are " + count);
        }
    }

    Value result() {
        if (shape.type() == ProgramType.KPROBE) {
            return body.contextValue(
                            Type.U64, Registers.of(shape.architecture()).result())
                    .as(Type.S64);
        }
        if (shape.attachType() == AttachType.FEXIT) {
            return body.contextValue(Type.U64, 8 * signature().parameters().size())
                    .as(Type.S64);
        }
        throw Recorder.wrong("a program of type " + shape.type() + " (" + shape.attachType() + ") sees no result");
    }

    int index(String name) {
        Signature signature = signature();
        List<String> names =
                signature.parameters().stream().map(Signature.Parameter::name).toList();
        int index = names.indexOf(name);
        if (index < 0) {
            throw Recorder.wrong("'" + shape.target() + "' has no argument '" + name + "'; it has " + names);
        }
        return index;
    }

    KernelObject object(String name) {
        int index = index(name);
        int pointee = pointee(signature().parameters().get(index));
        if (pointee == 0) {
            throw Recorder.wrong("argument '" + name + "' of '" + shape.target() + "' does not point to a struct: "
                    + signature().parameters().get(index).declaration());
        }
        return KernelObject.of(body, pointee, argument(index));
    }

    /// The id of the struct that a parameter points to, or 0.
    private int pointee(Signature.Parameter parameter) {
        Btf btf = shape.btf();
        if (btf.resolved(parameter.type()) instanceof BtfType.Pointer pointer) {
            BtfType target = btf.resolved(pointer.target());
            return target instanceof BtfType.Composite || target instanceof BtfType.Forward ? target.id() : 0;
        }
        return 0;
    }

    private Signature signature() {
        String target = shape.target();
        if (target == null) {
            throw Recorder.wrong("which function the program is for is not known, so neither are its arguments' names");
        }
        boolean tracepoint = shape.type() == ProgramType.RAW_TRACEPOINT || shape.attachType() == AttachType.TP_BTF;
        if (tracepoint) {
            return shape.btf().tracepoint(target).orElseThrow(() -> unknown("tracepoint", target));
        }
        Map.@Nullable Entry<String, Signature> found =
                shape.kernel().signature(target).orElse(null);
        if (found == null) {
            throw unknown("function", target);
        }
        return found.getValue();
    }

    private static AssemblyException unknown(String what, String target) {
        return Recorder.wrong("the kernel's BTF has no " + what + " '" + target + "'");
    }
}
