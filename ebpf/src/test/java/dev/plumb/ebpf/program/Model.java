package dev.plumb.ebpf.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Small programs that say what they do twice: to the builder, and in plain Java.
final class Model {
    private Model() {}

    /// What a program of the model runs on, in Java.
    static final class State {
        final long[] inputs;
        final long[] variables;
        boolean left;
        boolean broken;

        State(long[] inputs, int variableCount) {
            this.inputs = inputs;
            this.variables = new long[variableCount];
        }
    }

    /// What a program of the model is built with.
    record Building(Body body, List<Value> inputs, List<Variable> variables, Runnable exit) {}

    /// A number with its type.
    record Typed(long bits, boolean signed) {}

    interface Expression {
        Value build(Building to);

        Typed eval(State state);
    }

    record Input(int index, Type type) implements Expression {
        @Override
        public Value build(Building to) {
            return to.inputs().get(index).as(type);
        }

        @Override
        public Typed eval(State state) {
            return new Typed(cut(state.inputs[index], type), type.signed());
        }
    }

    record Read(int variable) implements Expression {
        @Override
        public Value build(Building to) {
            return to.variables().get(variable).value();
        }

        @Override
        public Typed eval(State state) {
            return new Typed(state.variables[variable], false);
        }
    }

    record Literal(long number) implements Expression {
        @Override
        public Value build(Building to) {
            return to.body().constant(number);
        }

        @Override
        public Typed eval(State state) {
            return new Typed(number, number < 0);
        }
    }

    /// A call that destroys the registers which calls may destroy.
    record Called(Expression inner) implements Expression {
        @Override
        public Value build(Building to) {
            Value value = inner.build(to);
            Value zero = to.body().nanos().and(0);
            return value.as(Type.U64).add(zero);
        }

        @Override
        public Typed eval(State state) {
            return new Typed(inner.eval(state).bits, false);
        }
    }

    record Cast(Expression inner, Type type) implements Expression {
        @Override
        public Value build(Building to) {
            return inner.build(to).as(type);
        }

        @Override
        public Typed eval(State state) {
            return new Typed(cut(inner.eval(state).bits, type), type.signed());
        }
    }

    record Log2(Expression inner) implements Expression {
        @Override
        public Value build(Building to) {
            return inner.build(to).log2();
        }

        @Override
        public Typed eval(State state) {
            long bits = inner.eval(state).bits;
            return new Typed(bits == 0 ? 0 : 63 - Long.numberOfLeadingZeros(bits), false);
        }
    }

    record Limited(Expression inner, long limit, boolean above) implements Expression {
        @Override
        public Value build(Building to) {
            Value value = inner.build(to).as(Type.S64);
            return above ? value.atMost(limit) : value.atLeast(limit);
        }

        @Override
        public Typed eval(State state) {
            long bits = inner.eval(state).bits;
            return new Typed(above ? Math.min(bits, limit) : Math.max(bits, limit), true);
        }
    }

    /// Two operands, both cut to 64 bits with or without a sign first.
    record Binary(char operator, Expression left, Expression right, boolean signed) implements Expression {
        @Override
        public Value build(Building to) {
            Type type = signed ? Type.S64 : Type.U64;
            Value a = left.build(to).as(type);
            Value b = right.build(to).as(type);
            return switch (operator) {
                case '+' -> a.add(b);
                case '-' -> a.sub(b);
                case '*' -> a.mul(b);
                case '/' -> a.div(b.or(1));
                case '%' -> a.mod(b.or(1));
                case '&' -> a.and(b);
                case '|' -> a.or(b);
                case '^' -> a.xor(b);
                case '<' -> a.shl(b.and(63));
                case '>' -> a.shr(b.and(63));
                case 'd' -> a.div(b.as(type));
                default -> throw new IllegalStateException();
            };
        }

        @Override
        public Typed eval(State state) {
            long a = left.eval(state).bits;
            long b = right.eval(state).bits;
            long result = switch (operator) {
                case '+' -> a + b;
                case '-' -> a - b;
                case '*' -> a * b;
                case '/' -> signed ? a / (b | 1) : Long.divideUnsigned(a, b | 1);
                case '%' -> signed ? a % (b | 1) : Long.remainderUnsigned(a, b | 1);
                case '&' -> a & b;
                case '|' -> a | b;
                case '^' -> a ^ b;
                case '<' -> a << (b & 63);
                case '>' -> signed ? a >> (b & 63) : a >>> (b & 63);
                case 'd' -> b == 0 ? 0 : signed ? a / b : Long.divideUnsigned(a, b);
                default -> throw new IllegalStateException();
            };
            return new Typed(result, signed);
        }
    }

    record Negated(Expression inner) implements Expression {
        @Override
        public Value build(Building to) {
            return inner.build(to).neg();
        }

        @Override
        public Typed eval(State state) {
            return new Typed(-inner.eval(state).bits, true);
        }
    }

    /// A comparison, or two of them.
    record Test(int relation, Expression left, Expression right, boolean signed, int form) {
        Condition build(Building to) {
            Type type = signed ? Type.S64 : Type.U64;
            Value a = left.build(to).as(type);
            Value b = right.build(to).as(type);
            Condition first = compare(a, b);
            return switch (form) {
                case 0 -> first;
                case 1 -> first.not();
                case 2 -> first.and(a.anyBitOf(b));
                case 3 -> first.or(a.anyBitOf(6).not());
                default -> first.not().and(a.ne(b)).or(b.anyBitOf(1));
            };
        }

        private Condition compare(Value a, Value b) {
            return switch (relation) {
                case 0 -> a.eq(b);
                case 1 -> a.ne(b);
                case 2 -> a.lt(b);
                case 3 -> a.le(b);
                case 4 -> a.gt(b);
                default -> a.ge(b);
            };
        }

        boolean eval(State state) {
            long a = left.eval(state).bits;
            long b = right.eval(state).bits;
            int order = signed ? Long.compare(a, b) : Long.compareUnsigned(a, b);
            boolean first = switch (relation) {
                case 0 -> a == b;
                case 1 -> a != b;
                case 2 -> order < 0;
                case 3 -> order <= 0;
                case 4 -> order > 0;
                default -> order >= 0;
            };
            return switch (form) {
                case 0 -> first;
                case 1 -> !first;
                case 2 -> first && (a & b) != 0;
                case 3 -> first || (a & 6) == 0;
                default -> (!first && a != b) || (b & 1) != 0;
            };
        }
    }

    interface Statement {
        void build(Building to);

        void eval(State state);
    }

    record Set(int variable, Expression value) implements Statement {
        @Override
        public void build(Building to) {
            to.variables().get(variable).set(value.build(to));
        }

        @Override
        public void eval(State state) {
            state.variables[variable] = value.eval(state).bits;
        }
    }

    record If(Test test, List<Statement> then, List<Statement> otherwise) implements Statement {
        @Override
        public void build(Building to) {
            Condition condition = test.build(to);
            if (otherwise.isEmpty()) {
                to.body().ifTrue(condition, () -> each(then, statement -> statement.build(to)));
            } else {
                to.body()
                        .ifElse(
                                condition,
                                () -> each(then, statement -> statement.build(to)),
                                () -> each(otherwise, statement -> statement.build(to)));
            }
        }

        @Override
        public void eval(State state) {
            run(test.eval(state) ? then : otherwise, state);
        }
    }

    record Repeat(int times, int variable, Test until, List<Statement> block) implements Statement {
        @Override
        public void build(Building to) {
            to.body().repeat(times, round -> {
                to.body().breakIf(until.build(to));
                to.variables().get(variable).increase(round);
                each(block, statement -> statement.build(to));
            });
        }

        @Override
        public void eval(State state) {
            for (int round = 0; round < times && !until.eval(state); round++) {
                state.variables[variable] += round;
                run(block, state);
                if (state.left) {
                    return;
                }
            }
        }
    }

    /// Ends the program early if a test holds.
    record Leave(Test test) implements Statement {
        @Override
        public void build(Building to) {
            to.body().ifTrue(test.build(to), to.exit());
        }

        @Override
        public void eval(State state) {
            state.left = test.eval(state);
        }
    }

    static void run(List<Statement> statements, State state) {
        for (Statement statement : statements) {
            statement.eval(state);
            if (state.left) {
                return;
            }
        }
    }

    private static void each(List<Statement> statements, Consumer<Statement> action) {
        new ArrayList<>(statements).forEach(action);
    }

    static long cut(long bits, Type type) {
        return switch (type) {
            case U8 -> bits & 0xff;
            case U16 -> bits & 0xffff;
            case U32 -> bits & 0xffff_ffffL;
            case S8 -> (byte) bits;
            case S16 -> (short) bits;
            case S32 -> (int) bits;
            case U64, S64 -> bits;
        };
    }
}
