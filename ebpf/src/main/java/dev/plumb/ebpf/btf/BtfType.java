package dev.plumb.ebpf.btf;

import java.util.List;

/// A type as BTF describes it. Records refer to other types by id; [Btf#type(int)] follows one.
///
/// Ids are those of the BTF that answered. Unnamed types have the empty name.
@SuppressWarnings("JavaLangClash") // The kernel's words; always used as BtfType.Enum and so on.
public sealed interface BtfType {
    /// Its number in the BTF that answered.
    int id();

    /// Its name, empty where it has none.
    default String name() {
        return "";
    }

    /// A struct or a union.
    sealed interface Composite extends BtfType {
        /// Its size in bytes.
        long size();

        /// Its members in the order of the source.
        List<Member> members();
    }

    /// A name, qualifier or tag around another type, with the same layout as that type.
    sealed interface Modifier extends BtfType {
        /// The type around which it stands.
        int target();
    }

    /// Named integer constants.
    sealed interface Enumeration extends BtfType {
        /// Its size in bytes.
        int size();

        /// Whether its constants are signed.
        boolean signed();

        /// Its constants in the order of the source.
        List<Constant> constants();
    }

    /// Id 0.
    record Void() implements BtfType {
        @Override
        public int id() {
            return 0;
        }
    }

    /// An integer. Only old compilers describe a bit-field here, by `bits` below `8 * size`.
    record Int(int id, String name, int size, int encoding, int bitOffset, int bits) implements BtfType {
        static final int SIGNED = 1;
        static final int CHAR = 2;
        static final int BOOL = 4;

        /// Whether values are sign-extended.
        public boolean signed() {
            return (encoding & SIGNED) != 0;
        }

        /// Whether it is a character, for those who print it.
        public boolean character() {
            return (encoding & CHAR) != 0;
        }

        /// Whether it is a `_Bool`.
        public boolean bool() {
            return (encoding & BOOL) != 0;
        }
    }

    /// A floating-point number.
    record Float(int id, String name, int size) implements BtfType {}

    /// A pointer of 8 bytes; `target` is 0 for `void *`.
    record Pointer(int id, int target) implements BtfType {}

    /// An array; a flexible one has a count of 0.
    record Array(int id, int element, int index, long count) implements BtfType {}

    /// A struct that is defined.
    record Struct(int id, String name, long size, List<Member> members) implements Composite {
        public Struct {
            members = List.copyOf(members);
        }
    }

    /// A union that is defined.
    record Union(int id, String name, long size, List<Member> members) implements Composite {
        public Union {
            members = List.copyOf(members);
        }
    }

    /// A member of a struct or union; `bitSize` is 0 unless it is a bit-field.
    record Member(String name, int type, long bitOffset, int bitSize) {}

    /// An enum of up to 32 bits. Kernels before 6.0 do not say which enums are signed: there all are unsigned.
    record Enum(int id, String name, int size, boolean signed, List<Constant> constants) implements Enumeration {
        public Enum {
            constants = List.copyOf(constants);
        }
    }

    /// An enum of more than 32 bits (since Linux 6.0).
    record Enum64(int id, String name, int size, boolean signed, List<Constant> constants) implements Enumeration {
        public Enum64 {
            constants = List.copyOf(constants);
        }
    }

    /// A constant of an enum, sign-extended or zero-extended as the enum says.
    record Constant(String name, long value) {}

    /// A struct or union that is declared but not defined.
    record Forward(int id, String name, boolean union) implements BtfType {}

    /// Another name for a type.
    record Typedef(int id, String name, int target) implements Modifier {}

    /// A `volatile` type.
    record Volatile(int id, int target) implements Modifier {}

    /// A `const` type.
    record Const(int id, int target) implements Modifier {}

    /// A `restrict` pointer.
    record Restrict(int id, int target) implements Modifier {}

    /// A tag such as `user` or `rcu` on what a pointer points to; `attribute` where it is a compiler attribute.
    record TypeTag(int id, String name, int target, boolean attribute) implements Modifier {}

    /// A function; its parameters and result are in its prototype.
    record Function(int id, String name, int prototype, Linkage linkage) implements BtfType {}

    /// What a function or function pointer takes and returns; `variadic` where dots follow the parameters.
    record FunctionPrototype(int id, int returnType, List<Parameter> parameters, boolean variadic) implements BtfType {
        public FunctionPrototype {
            parameters = List.copyOf(parameters);
        }
    }

    /// A parameter; function pointers have no names for theirs.
    record Parameter(String name, int type) {}

    /// A variable, such as a per-CPU one.
    record Variable(int id, String name, int type, Linkage linkage) implements BtfType {}

    /// A section of variables.
    record DataSection(int id, String name, long size, List<Placement> variables) implements BtfType {
        public DataSection {
            variables = List.copyOf(variables);
        }
    }

    /// Where a variable lies in its section.
    record Placement(int variable, long offset, long size) {}

    /// A tag on a declaration, or on its member or parameter number `component` where that is not -1.
    record DeclTag(int id, String name, int target, int component, boolean attribute) implements BtfType {}

    /// A kind of record that a newer kernel has and this library does not know.
    record Unknown(int id, String name, int kind) implements BtfType {}

    /// Who sees a function or variable.
    enum Linkage {
        /// Only its own file.
        STATIC(0),
        /// Everybody.
        GLOBAL(1),
        /// Defined elsewhere.
        EXTERN(2);

        private final int number;

        Linkage(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }
    }
}
