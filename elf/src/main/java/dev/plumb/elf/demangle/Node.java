package dev.plumb.elf.demangle;

/// A part of a decoded C++ name. Parts are shared where the name refers back, so the whole is a graph without cycles.
sealed interface Node permits NameNode, TypeNode, ExpressionNode {}
