package dev.plumb.elf.demangle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names of things: functions, variables, classes, and what compilers make beside them.
sealed interface NameNode extends Node {
    /// A word as it is printed: an identifier, `std`, `(anonymous namespace)`, `const`.
    record Word(String text) implements NameNode {}

    /// A name of the standard library with an abbreviation of its own, such as `Ss`.
    record StandardName(String brief, String full) implements NameNode {}

    /// `scope::name`.
    record Qualified(Node scope, Node name) implements NameNode {}

    /// `name<arguments>`.
    record Template(Node name, List<Node> arguments) implements NameNode {}

    /// `name[abi:tag]`.
    record Tagged(Node name, String tag) implements NameNode {}

    /// A constructor, or a destructor, of the class of that simple name.
    record Structor(Node className, boolean destructor) implements NameNode {}

    /// `operator+`.
    record OperatorName(Operator operator) implements NameNode {}

    /// `operator type`.
    record Conversion(Node type) implements NameNode {}

    /// An operator that is known by a name only: `operator"" _s`, or one of a vendor.
    record NamedOperator(String keyword, String name) implements NameNode {}

    /// `{lambda(parameters)#number}`, with the template parameters it declares.
    record Lambda(List<Node> head, List<Node> parameters, int number) implements NameNode {}

    /// A template parameter that a lambda declares: `typename $T0`.
    record HeadParameter(HeadKind kind, @Nullable Node type, List<Node> inner, boolean pack) implements NameNode {}

    /// The kinds of template parameters, with the letters c++filt names them by.
    enum HeadKind {
        TYPE("T"),
        VALUE("N"),
        TEMPLATE("TT");

        final String letters;

        HeadKind(String letters) {
            this.letters = letters;
        }
    }

    /// `{unnamed type#number}`.
    record UnnamedType(int number) implements NameNode {}

    /// Something declared inside a function: `function()::entity`.
    record Local(Node function, Node entity) implements NameNode {}

    /// Something declared in a default argument: `{default arg#number}::entity`.
    record DefaultArgument(int number, Node entity) implements NameNode {}

    /// A name with the qualifiers of a member function, as yet without its parameters.
    record Method(Node name, List<Node> suffixes) implements NameNode {}

    /// A function with its parameters.
    record Function(Node name, TypeNode.FunctionType type) implements NameNode {}

    /// A C++20 module, or a partition of one.
    record Module(@Nullable Module parent, String name, boolean partition) implements NameNode {}

    /// `name@module`.
    record InModule(Node name, Module module) implements NameNode {}

    /// `[a, b]`.
    record StructuredBinding(List<Node> names) implements NameNode {}

    /// What a compiler made for something: `vtable for`, `guard variable for`.
    record Special(String prefix, Node subject) implements NameNode {}

    /// `construction vtable for base-in-derived`.
    record ConstructionTable(Node base, Node derived) implements NameNode {}

    /// A copy of a function that an optimiser made: `function() [clone .cold]`.
    record Clone(Node original, String suffix) implements NameNode {}
}
