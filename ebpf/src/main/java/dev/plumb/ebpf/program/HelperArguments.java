package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.ArgumentKind;
import dev.plumb.ebpf.asm.AssemblyException;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.map.BpfMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks a call of a helper as far as it can be without the kernel: whether programs of the type have it, how many
/// arguments it takes and of which kinds, and the sizes of memory.
final class HelperArguments {
    private static final int MAX_ARGUMENTS = 5;

    private final Body body;
    private final Helper helper;
    private final List<Argument> arguments;

    private HelperArguments(Body body, Helper helper, List<Argument> arguments) {
        this.body = body;
        this.helper = helper;
        this.arguments = arguments;
    }

    static List<Operand> check(Body body, Helper helper, List<Argument> arguments) {
        return new HelperArguments(body, helper, arguments).check();
    }

    private List<Operand> check() {
        if (!HelperAvailability.has(body.shape().type(), helper)) {
            throw Recorder.wrong("programs of type " + body.shape().type() + " do not have " + helper.symbol());
        }
        boolean tooMany = arguments.size() > (helper.variadic() ? MAX_ARGUMENTS : helper.arity());
        if (arguments.size() < helper.arity() || tooMany) {
            throw Recorder.wrong(helper.symbol() + " takes " + helper.arity() + " arguments " + helper.arguments()
                    + ", not " + arguments.size());
        }
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            checkKind(i);
            operands.add(operand(body, arguments.get(i)));
        }
        return operands;
    }

    private void checkKind(int index) {
        ArgumentKind kind = index < helper.arity() ? helper.arguments().get(index) : ArgumentKind.SCALAR;
        Argument argument = arguments.get(index);
        boolean fits = switch (kind) {
            case CONTEXT -> argument instanceof Argument.Context;
            case MAP -> argument instanceof Argument.Map;
            case FUNCTION -> argument instanceof Function;
            case SIZE, SCALAR, CONSTANT -> argument instanceof Value;
            case ADDRESS, OPTIONAL_MAP_VALUE, OPTIONAL_MEMORY, CALLBACK_CONTEXT, KERNEL_POINTER, SOCKET ->
                argument instanceof Argument.Data;
            case MAP_KEY, MAP_VALUE, MAP_OUTPUT, MEMORY, OUTPUT, SPIN_LOCK, TIMER, DYNPTR -> argument instanceof Memory;
            case RECORD -> argument instanceof Memory memory && memory.kind() == Memory.Kind.RECORD;
        };
        if (!fits) {
            throw wrong(index, "must be " + kind + ", not " + describe(argument));
        }
        if (kind == ArgumentKind.CONSTANT && ((Value) argument).number() == null) {
            throw wrong(index, "must be a constant");
        }
        if (argument instanceof Memory memory) {
            checkSize(index, kind, memory);
        } else if (argument instanceof Value value && kind != ArgumentKind.ADDRESS) {
            checkPointer(index, value);
        }
    }

    private void checkPointer(int index, Value value) {
        Value.Pointee pointee = value.pointee();
        if (pointee != null && pointee.maybeNull()) {
            throw wrong(index, "may be null; use it with ifPresent");
        }
    }

    private void checkSize(int index, ArgumentKind kind, Memory memory) {
        BpfMap map = map();
        long needed = switch (kind) {
            case MAP_KEY -> map == null ? 0 : map.spec().keySizeBytes();
            case MAP_VALUE, OPTIONAL_MAP_VALUE, MAP_OUTPUT ->
                map == null ? 0 : map.spec().valueSizeBytes();
            case MEMORY, OUTPUT, OPTIONAL_MEMORY -> followingSize(index);
            default -> 0;
        };
        if (needed > memory.sizeBytes()) {
            throw wrong(index, "has " + memory.sizeBytes() + " bytes where " + needed + " are needed");
        }
    }

    private @Nullable BpfMap map() {
        for (Argument argument : arguments) {
            if (argument instanceof Argument.Map map) {
                return map.map();
            }
        }
        return null;
    }

    private long followingSize(int index) {
        boolean sized = index + 1 < helper.arity() && helper.arguments().get(index + 1) == ArgumentKind.SIZE;
        if (sized && arguments.get(index + 1) instanceof Value size) {
            Long number = size.number();
            return number == null ? 0 : number;
        }
        return 0;
    }

    private AssemblyException wrong(int index, String reason) {
        return Recorder.wrong("argument " + (index + 1) + " of " + helper.symbol() + " " + reason);
    }

    private static String describe(Argument argument) {
        return switch (argument) {
            case Value value -> value.number() == null ? "a number" : "the number " + value.number();
            case Memory memory -> "memory (" + memory.kind() + ")";
            case Argument.Context context -> "the context";
            case Argument.Map map -> map.map().toString();
            case Function function -> "function '" + function.name() + "'";
        };
    }

    static Operand operand(Body body, Argument argument) {
        return switch (argument) {
            case Value value -> body.recorder().use(value);
            case Memory memory -> {
                body.recorder().use(memory);
                yield memory.address(0);
            }
            case Argument.Context context -> body.contextTemp();
            case Argument.Map map -> new Operand.MapAddress(map.map().fd());
            case Function function ->
                new Operand.FunctionAddress(body.assembly().require(function).name());
        };
    }
}
