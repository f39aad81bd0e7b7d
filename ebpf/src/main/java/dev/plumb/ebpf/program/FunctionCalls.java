package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.map.BpfMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The calls of a [Body] that call: helpers by name, and functions of the program.
public sealed interface FunctionCalls permits Body {
    /// Calls a helper and gives its result. The number and kinds of the arguments are checked, and whether programs
    /// of this type have the helper.
    default Value call(Helper helper, Argument... arguments) {
        List<Operand> operands = HelperArguments.check(self(), helper, List.of(arguments));
        Value result = self().emitCall(helper, null, operands);
        if (result == null) {
            throw Recorder.wrong(helper.symbol() + " returns nothing; call it with invoke");
        }
        return result;
    }

    /// Calls a helper for what it does; a result is dropped.
    default void invoke(Helper helper, Argument... arguments) {
        self().emitCall(helper, null, HelperArguments.check(self(), helper, List.of(arguments)));
    }

    /// The program's context, as an argument of a helper.
    default Argument context() {
        return new Argument.Context();
    }

    /// A map, as an argument of a helper.
    default Argument map(BpfMap map) {
        return new Argument.Map(map);
    }

    /// Adds a function to the program: its body runs wherever it is called, on a stack frame of its own. It sees its
    /// parameters, not the values of the caller, and cannot call itself.
    default Function function(String name, int parameters, Consumer<Body> body) {
        if (parameters < 0 || parameters > 5) {
            throw Recorder.wrong("function '" + name + "' has " + parameters + " parameters; there are at most 5");
        }
        return self().assembly().function(name, parameters, body);
    }

    /// Calls a function of the program with numbers or addresses of memory.
    default Value call(Function function, Argument.Data... arguments) {
        if (arguments.length != function.parameters()) {
            throw Recorder.wrong("function '" + function.name() + "' takes " + function.parameters()
                    + " arguments, not " + arguments.length);
        }
        List<Operand> operands = new ArrayList<>();
        for (Argument.Data argument : arguments) {
            operands.add(HelperArguments.operand(self(), argument));
        }
        Value result = self().emitCall(null, self().assembly().require(function).name(), operands);
        if (result == null) {
            throw new IllegalStateException("a function of the program gives a result");
        }
        return result;
    }

    /// A parameter of this function that is a number.
    default Value parameter(int index) {
        return Value.of(self().recorder(), self().parameterTemp(index), Type.U64);
    }

    /// A parameter of this function that is the address of at least so many bytes of the caller's stack or of a map.
    default Memory parameter(int index, int sizeBytes) {
        return new Memory(self(), Memory.Kind.MAP_VALUE, self().parameterTemp(index), 0, sizeBytes, null);
    }

    /// Runs a function in a loop inside the kernel, which the verifier walks through only once; needs Linux 5.17.
    ///
    /// @param times how often, at most 8,388,608
    /// @param state handed to each round; what the rounds see and leave
    /// @param round gets its body, the round's number from 0 and the state; leaving it with result 1 ends the loop
    /// @return how many rounds there were
    default Value loop(Value times, Memory state, Round round) {
        Assembly assembly = self().assembly();
        Function callback =
                assembly.function(assembly.uniqueName(self().recorder().label() + "_loop"), 2, inner -> {
                    Memory handed = new Memory(
                            inner, Memory.Kind.MAP_VALUE, inner.parameterTemp(1), 0, state.sizeBytes(), state.layout());
                    round.run(inner, inner.parameter(0), handed);
                });
        return call(Helper.LOOP, times, callback, state, self().constant(0));
    }

    /// One round of a loop.
    @FunctionalInterface
    interface Round {
        void run(Body body, Value number, Memory state);
    }

    /// Goes on in another program of a program array, for good; if there is none at the index, with what follows.
    default void tailCall(BpfMap programs, Value index) {
        invoke(Helper.TAIL_CALL, context(), map(programs), index);
    }

    private Body self() {
        return (Body) this;
    }
}
