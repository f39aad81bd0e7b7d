package dev.plumb.ebpf.program;

/// A question to be answered where the program branches: a comparison of values, or several of them.
///
/// `and` and `or` look at the second part only if the first does not decide.
public sealed interface Condition {
    /// Holds if both do.
    default Condition and(Condition other) {
        if (this instanceof Constant known) {
            return known.holds ? other : this;
        }
        return other instanceof Constant known ? (known.holds ? this : other) : new Both(this, other);
    }

    /// Holds if either does.
    default Condition or(Condition other) {
        if (this instanceof Constant known) {
            return known.holds ? this : other;
        }
        return other instanceof Constant known ? (known.holds ? other : this) : new Either(this, other);
    }

    /// Holds if this does not.
    default Condition not() {
        return this instanceof Constant known ? new Constant(!known.holds) : new Not(this);
    }

    /// A comparison in a register.
    record Compare(dev.plumb.ebpf.asm.Condition relation, Value left, Value right) implements Condition {}

    /// Two conditions that must both hold.
    record Both(Condition first, Condition second) implements Condition {}

    /// Two conditions of which one must hold.
    record Either(Condition first, Condition second) implements Condition {}

    /// A condition that must not hold.
    record Not(Condition condition) implements Condition {}

    /// An answer known in Java.
    record Constant(boolean holds) implements Condition {}
}
