package dev.plumb.elf.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Types, and what stands in their places: template parameters and packs.
sealed interface TypeNode extends Node {
    /// A type that C++ names by keywords, with the way its literals are written.
    record Builtin(String name, LiteralStyle style) implements TypeNode {}

    /// How c++filt writes a literal of a type.
    enum LiteralStyle {
        /// `(short)5`.
        CAST,
        /// `5`, `5u`, `5ll`: the digits and the suffix of the type.
        SUFFIX,
        /// `true`, `false`.
        BOOLEAN,
        /// `(float)[bf800000]`: the bits.
        BITS
    }

    /// `type const`, `type volatile`, `type restrict`.
    record CvQualified(Node type, String qualifier) implements TypeNode {}

    /// `type word`: a qualifier of a vendor, or `_Complex`.
    record Modified(Node type, Node word) implements TypeNode {}

    /// `target*`, `target&`, `target&&`.
    record Pointer(Node target, PointerKind kind) implements TypeNode {}

    enum PointerKind {
        POINTER("*"),
        REFERENCE("&"),
        RVALUE_REFERENCE("&&");

        final String symbol;

        PointerKind(String symbol) {
            this.symbol = symbol;
        }
    }

    /// `member owner::*`.
    record MemberPointer(Node owner, Node member) implements TypeNode {}

    /// `element [dimension]`.
    record Array(@Nullable Node dimension, Node element) implements TypeNode {}

    /// `element __vector(dimension)`.
    record Vector(Node dimension, Node element) implements TypeNode {}

    /// Result and parameters of a function, then what follows the parameters: `const`, `&`, `noexcept`.
    record FunctionType(@Nullable Node result, List<Node> parameters, List<Node> suffixes) implements TypeNode {
        FunctionType withSuffixes(List<Node> other) {
            return new FunctionType(result, parameters, other);
        }

        FunctionType withoutResult() {
            return new FunctionType(null, parameters, suffixes);
        }
    }

    /// `noexcept(condition)`, after the parameters of a function.
    record NoexceptIf(Node condition) implements TypeNode {}

    /// `throw(types)`, after the parameters of a function.
    record Throws(List<Node> types) implements TypeNode {}

    /// `decltype (expression)`.
    record Decltype(Node expression) implements TypeNode {}

    /// A template parameter, by its number in the template around it.
    record Parameter(int index) implements TypeNode {}

    /// Arguments that together stand for one parameter pack.
    record Pack(List<Node> members) implements TypeNode {}

    /// `pattern...`: the pattern once for each member of the pack in it.
    record Expansion(Node pattern) implements TypeNode {}
}
