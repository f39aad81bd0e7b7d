package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Code;
import dev.plumb.ebpf.btf.BtfBuilder;
import dev.plumb.ebpf.internal.code.Compilation;
import dev.plumb.ebpf.internal.code.FunctionCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A program while it is being built: its functions so far.
final class Assembly {
    private final ProgramShape shape;
    private final List<FunctionCode> functions = new ArrayList<>();
    private final Map<String, Function> declared = new HashMap<>();

    private Assembly(ProgramShape shape) {
        this.shape = shape;
    }

    static Code assemble(ProgramShape shape, Consumer<Body> program) {
        Assembly assembly = new Assembly(shape);
        String label = BtfBuilder.identifier(shape.name());
        assembly.declared.put(label, new Function(label, 1));
        Body body = new Body(assembly, label, 1, true);
        program.accept(body);
        assembly.functions.addFirst(body.recorder().finish());
        return Compilation.compile(shape.name(), assembly.functions);
    }

    ProgramShape shape() {
        return shape;
    }

    Function function(String name, int parameters, Consumer<Body> code) {
        String label = BtfBuilder.identifier(name);
        Function function = new Function(label, parameters);
        if (declared.putIfAbsent(label, function) != null) {
            throw Recorder.wrong("the program has a function '" + label + "' already; give this one another name");
        }
        Body body = new Body(this, label, parameters, false);
        code.accept(body);
        functions.add(body.recorder().finish());
        return function;
    }

    String uniqueName(String wish) {
        int number = 1;
        while (declared.containsKey(wish + number)) {
            number++;
        }
        return wish + number;
    }

    /// A function, if it is one of this program and finished.
    Function require(Function function) {
        boolean finished = functions.stream().anyMatch(each -> each.label().equals(function.name()));
        if (!function.equals(declared.get(function.name())) || !finished) {
            throw Recorder.wrong("function '" + function.name()
                    + "' is not finished here, or belongs to another program; make it first");
        }
        return function;
    }
}
