package dev.plumb.ebpf.program;

import dev.plumb.ebpf.map.BpfMap;

/// What a helper can be called with: a number, memory, a map, the program's context or one of its functions.
public sealed interface Argument permits Argument.Data, Argument.Context, Argument.Map, Function {
    /// A number or memory: what maps take as keys and values.
    sealed interface Data extends Argument permits Value, Memory {}

    /// The program's context.
    record Context() implements Argument {}

    /// A map.
    record Map(BpfMap map) implements Argument {}
}
