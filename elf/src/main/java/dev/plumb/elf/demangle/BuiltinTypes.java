package dev.plumb.elf.demangle;

import dev.plumb.elf.demangle.TypeNode.Builtin;
import dev.plumb.elf.demangle.TypeNode.LiteralStyle;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types that one or two letters stand for.
final class BuiltinTypes {
    private static final Map<Character, Builtin> BY_LETTER = Map.ofEntries(
            Map.entry('a', cast("signed char")),
            Map.entry('b', new Builtin("bool", LiteralStyle.BOOLEAN)),
            Map.entry('c', cast("char")),
            Map.entry('d', bits("double")),
            Map.entry('e', bits("long double")),
            Map.entry('f', bits("float")),
            Map.entry('g', bits("__float128")),
            Map.entry('h', cast("unsigned char")),
            Map.entry('i', suffixed("int")),
            Map.entry('j', suffixed("unsigned int")),
            Map.entry('l', suffixed("long")),
            Map.entry('m', suffixed("unsigned long")),
            Map.entry('n', cast("__int128")),
            Map.entry('o', cast("unsigned __int128")),
            Map.entry('s', cast("short")),
            Map.entry('t', cast("unsigned short")),
            Map.entry('v', cast("void")),
            Map.entry('w', cast("wchar_t")),
            Map.entry('x', suffixed("long long")),
            Map.entry('y', suffixed("unsigned long long")),
            Map.entry('z', cast("...")));

    /// Those behind the letter `D`.
    private static final Map<Character, Builtin> BY_SECOND_LETTER = Map.of(
            'a', cast("auto"),
            'c', cast("decltype(auto)"),
            'd', bits("decimal64"),
            'e', bits("decimal128"),
            'f', bits("decimal32"),
            'h', bits("half"),
            'i', cast("char32_t"),
            'n', cast("decltype(nullptr)"),
            's', cast("char16_t"),
            'u', cast("char8_t"));

    private static final Map<String, String> SUFFIXES = Map.of(
            "int", "",
            "unsigned int", "u",
            "long", "l",
            "unsigned long", "ul",
            "long long", "ll",
            "unsigned long long", "ull");

    private BuiltinTypes() {}

    static @Nullable Builtin byLetter(char letter) {
        return BY_LETTER.get(letter);
    }

    static @Nullable Builtin bySecondLetter(char letter) {
        return BY_SECOND_LETTER.get(letter);
    }

    /// What follows the digits of a literal of an integer type.
    static String literalSuffix(Builtin type) {
        return SUFFIXES.getOrDefault(type.name(), "");
    }

    static Builtin bits(String name) {
        return new Builtin(name, LiteralStyle.BITS);
    }

    static Builtin cast(String name) {
        return new Builtin(name, LiteralStyle.CAST);
    }

    private static Builtin suffixed(String name) {
        return new Builtin(name, LiteralStyle.SUFFIX);
    }
}
