package dev.plumb.elf.demangle;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An operator: its two letters in mangled names, how it is written, and how many operands it takes.
record Operator(String code, String symbol, int operands) {
    private static final String BINARY = """
            aN&= aS= aa&& an& cl() cm, dV/= ds.* dt. dv/ eO^= eo^ eq== ge>= gt> ix[] lS<<= le<= ls<< lt< mI-= mL*= mi- ml*
            ne!= oR|= oo|| or| pL+= pl+ pm->* pt-> rM%= rS>>= rm% rs>> ss<=>
            ccconst_cast dcdynamic_cast rcreinterpret_cast scstatic_cast
            """;

    private static final Map<String, Operator> BY_CODE = Stream.concat(
                    binary(),
                    Stream.concat(unary(), Stream.of(of("nw", "new", 3), of("na", "new[]", 3), of("qu", "?", 3))))
            .collect(Collectors.toUnmodifiableMap(Operator::code, Function.identity()));

    static @Nullable Operator byCode(char first, char second) {
        return BY_CODE.get("" + first + second);
    }

    /// How the operator is written behind the word `operator`: without the blank that parts it from an operand.
    String declaredName() {
        String name = symbol.stripTrailing();
        return Cursor.isLower(name.charAt(0)) ? " " + name : name;
    }

    private static Stream<Operator> unary() {
        return Stream.of(
                of("ad", "&", 1),
                of("at", "alignof ", 1),
                of("aw", "co_await ", 1),
                of("az", "alignof ", 1),
                of("co", "~", 1),
                of("da", "delete[] ", 1),
                of("de", "*", 1),
                of("dl", "delete ", 1),
                of("gs", "::", 1),
                of("mm", "--", 1),
                of("ng", "-", 1),
                of("nt", "!", 1),
                of("nx", "noexcept ", 1),
                of("pp", "++", 1),
                of("ps", "+", 1),
                of("st", "sizeof ", 1),
                of("sz", "sizeof ", 1),
                of("te", "typeid ", 1),
                of("ti", "typeid ", 1),
                of("tw", "throw ", 1));
    }

    private static Stream<Operator> binary() {
        return BINARY.lines().flatMap(line -> Stream.of(line.split(" "))).map(Operator::binary);
    }

    private static Operator binary(String entry) {
        return of(entry.substring(0, 2), entry.substring(2), 2);
    }

    private static Operator of(String code, String symbol, int operands) {
        return new Operator(code, symbol, operands);
    }
}
