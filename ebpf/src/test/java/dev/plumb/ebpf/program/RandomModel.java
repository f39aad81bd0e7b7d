package dev.plumb.ebpf.program;

import dev.plumb.ebpf.program.Model.Expression;
import dev.plumb.ebpf.program.Model.Statement;
import dev.plumb.ebpf.program.Model.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes programs of the [Model] at random.
final class RandomModel {
    private static final String OPERATORS = "+-*/%&|^<>d";
    private static final Type[] TYPES = Type.values();

    private final Random random;
    private final int inputs;
    private final int variables;

    RandomModel(Random random, int inputs, int variables) {
        this.random = random;
        this.inputs = inputs;
        this.variables = variables;
    }

    List<Statement> statements(int count, int depth) {
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            statements.add(statement(depth));
        }
        return statements;
    }

    private Statement statement(int depth) {
        int choice = depth == 0 ? 0 : random.nextInt(10);
        return switch (choice) {
            case 6, 7 -> new Model.If(test(), statements(1 + random.nextInt(3), depth - 1), maybe(depth));
            // The verifier walks each round on each path: nested loops and many branches in them are too much for it.
            case 8 -> new Model.Repeat(1 + random.nextInt(4), random.nextInt(variables), test(), statements(2, 0));
            case 9 -> new Model.Leave(test());
            default -> new Model.Set(random.nextInt(variables), expression(4));
        };
    }

    private List<Statement> maybe(int depth) {
        return random.nextBoolean() ? List.of() : statements(1 + random.nextInt(2), depth - 1);
    }

    private Test test() {
        return new Test(random.nextInt(6), expression(2), expression(2), random.nextBoolean(), random.nextInt(5));
    }

    private Expression expression(int depth) {
        if (depth == 0) {
            return leaf();
        }
        return switch (random.nextInt(12)) {
            case 0, 1 -> leaf();
            case 2 -> new Model.Cast(expression(depth - 1), TYPES[random.nextInt(TYPES.length)]);
            case 3 -> new Model.Negated(expression(depth - 1));
            case 4 -> new Model.Called(expression(depth - 1));
            case 5 -> random.nextInt(4) == 0 ? new Model.Log2(expression(depth - 1)) : leaf();
            case 6 -> new Model.Limited(expression(depth - 1), number() >> random.nextInt(40), random.nextBoolean());
            default -> {
                // Without a constant zero, which the builder refuses to divide by.
                char operator = OPERATORS.charAt(random.nextInt(OPERATORS.length()));
                Expression right =
                        operator == 'd' ? new Model.Input(random.nextInt(inputs), Type.U8) : expression(depth - 1);
                yield new Model.Binary(operator, expression(depth - 1), right, random.nextBoolean());
            }
        };
    }

    private Expression leaf() {
        return switch (random.nextInt(4)) {
            case 0 -> new Model.Input(random.nextInt(inputs), TYPES[random.nextInt(TYPES.length)]);
            case 1 -> new Model.Literal(number());
            default -> new Model.Read(random.nextInt(variables));
        };
    }

    /// A number that is interesting more often than others.
    long number() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(16) - 8;
            case 1 -> 1L << random.nextInt(64);
            case 2 -> (1L << random.nextInt(64)) - 1;
            case 3 -> random.nextInt();
            case 4 -> random.nextLong() >> random.nextInt(64);
            default -> random.nextLong();
        };
    }
}
