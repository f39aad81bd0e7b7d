package dev.plumb.elf.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The arguments that template parameters stand for; they in turn may use the parameters of the scope around.
record Scope(List<Node> arguments, @Nullable Scope outer) {}
