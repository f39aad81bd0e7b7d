package dev.plumb.ebpf.internal.code;

import java.util.List;

/// A function as operations.
///
/// @param label where it starts; the first function of a program is the program
/// @param temps how many temporaries there are
/// @param stackBytes the stack that its own slots take, from the frame pointer down
public record FunctionCode(String label, List<Op> ops, int temps, int labels, int stackBytes) {
    public FunctionCode {
        ops = List.copyOf(ops);
    }

    FunctionCode with(List<Op> newOps, int newLabels) {
        return new FunctionCode(label, newOps, temps, newLabels, stackBytes);
    }
}
