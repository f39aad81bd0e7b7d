package dev.plumb.elf.demangle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.plumb.elf.demangle.GoldenNames.Golden;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Symbols come from files that anybody may have written: no input may throw, hang, or take much stack or memory.
@Timeout(120)
class DemanglerFuzzTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 60_000);
    private static final int MAX_OUTPUT = 1 << 18;
    private static final int SMALL_STACK_BYTES = 512 * 1024;
    private static final String ALPHABET = "_ZNKSTIJEXLRPOFMADGCUWBYQVJabcdefghijklmnopqrstuvwxyz0123456789$.";
    private static final List<String> PREFIXES =
            List.of("_Z", "_ZN", "_ZZ", "_ZTV", "_R", "_RINvC1a1b", "_Z1fIi", "_Z1fIXE");

    @Test
    void survivesMutatedNames() {
        List<String> seeds = GoldenNames.read().stream().map(Golden::mangled).toList();
        Random random = new Random(20260101);
        int decoded = 0;
        for (int i = 0; i < INPUTS; i++) {
            decoded += decode(mutate(seeds, random)) == null ? 0 : 1;
        }
        System.out.printf("demangled %,d mutated names, %,d of them decodable%n", INPUTS, decoded);
        assertThat(decoded).isPositive();
    }

    @Test
    void survivesRandomNames() {
        Random random = new Random(42);
        int decoded = 0;
        for (int i = 0; i < INPUTS; i++) {
            StringBuilder name = new StringBuilder(PREFIXES.get(random.nextInt(PREFIXES.size())));
            int length = random.nextInt(60);
            for (int j = 0; j < length; j++) {
                name.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
            }
            decoded += decode(name.toString()) == null ? 0 : 1;
        }
        System.out.printf("demangled %,d random names, %,d of them decodable%n", INPUTS, decoded);
        assertThat(decoded).isPositive();
    }

    @Test
    void survivesEveryTruncationOfTheGoldenNames() {
        int inputs = 0;
        for (Golden golden : GoldenNames.read()) {
            for (int length = 0; length < golden.mangled().length(); length++, inputs++) {
                decode(golden.mangled().substring(0, length));
            }
        }
        System.out.printf("demangled %,d truncated names%n", inputs);
        assertThat(inputs).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P",
                "N",
                "Z",
                "1fI",
                "1fIX",
                "FvP",
                "M1A",
                "KP",
                "Dp",
                "DT",
                "A_",
                "1fIXad",
                "1fIXcl",
                "UlP",
                "ZUl",
                "cv1AI",
                "TVN",
                "GR",
                "1fIJ",
                "1fDO",
                "Th0_",
                "1fIXtlA_",
                "N1AcvT_I",
                "1fILZ",
                "1fITt",
                "1fITp",
                "L",
                "B1x"
            })
    void refusesDeepNestingOnASmallStack(String unit) {
        assertThat(decodeOnSmallStack("_Z" + unit.repeat(20_000))).isNull();
        assertThat(decodeOnSmallStack("_Z1f" + unit.repeat(20_000) + "v")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "C",
                "Nv",
                "M",
                "X",
                "Y",
                "I",
                "INvC1a1bR",
                "INvC1a1bT",
                "INvC1a1bFK",
                "INvC1a1bD",
                "INvC1a1bKR",
                "INvC1a1bB_"
            })
    void refusesDeepNestingOfRustOnASmallStack(String unit) {
        assertThat(decodeOnSmallStack("_R" + unit.repeat(5_000))).isNull();
    }

    @Test
    void decodesNestingDeeperThanProgramsHaveIt() {
        int levels = 80;
        assertThat(decodeOnSmallStack("_Z1f" + "1AI".repeat(levels) + "i" + "E".repeat(levels)))
                .isEqualTo("f(" + "A<".repeat(levels) + "int>" + " >".repeat(levels - 1) + ")");
        assertThat(decodeOnSmallStack("_RINvC1a1b" + "R".repeat(levels) + "hE"))
                .isEqualTo("a[0]::b::<" + "&".repeat(levels) + "u8>");
    }

    @Test
    void refusesNamesThatStandForTooMuchText() {
        StringBuilder pairs = new StringBuilder("_Z1f1AIiiE");
        for (int i = 0; i < 30; i++) {
            String previous = i == 0 ? "S0_" : "S" + Integer.toString(i, 36).toUpperCase(java.util.Locale.ROOT) + "_";
            pairs.append("S_I").append(previous).append(previous).append('E');
        }
        assertThat(decodeOnSmallStack(pairs.toString())).isNull();

        StringBuilder tuples = new StringBuilder("_RINvC1a1b");
        int at = tuples.length() - 2;
        tuples.append("ThhE");
        for (int i = 0; i < 40; i++) {
            int start = tuples.length() - 2;
            String back = "B" + base62(at) + "_";
            tuples.append('T').append(back).append(back).append('E');
            at = start;
        }
        assertThat(decodeOnSmallStack(tuples.append('E').toString())).isNull();
    }

    @Test
    void refusesWorkThatPrintsNothing() {
        StringBuilder name = new StringBuilder("_Z1fIJEEv");
        for (int i = 0; i < 120; i++) {
            name.append("1AIJ").append(i == 0 ? "" : "Dp1AIT_E");
        }
        decodeOnSmallStack(name.append("E".repeat(240)).toString());
        assertThat(decodeOnSmallStack("_Z1f" + "cvT_I".repeat(100) + "i" + "E".repeat(100) + "v"))
                .isNull();
    }

    private static String base62(int value) {
        if (value == 0) {
            return "";
        }
        String digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        int rest = value - 1;
        StringBuilder text = new StringBuilder();
        do {
            text.insert(0, digits.charAt(rest % 62));
            rest /= 62;
        } while (rest > 0);
        return text.toString();
    }

    private static String mutate(List<String> seeds, Random random) {
        StringBuilder name = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && name.length() > 3; i++) {
            int at = 2 + random.nextInt(name.length() - 2);
            int end = Math.min(name.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> name.setCharAt(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
                case 1 -> name.delete(at, end);
                case 2 -> name.insert(at, name.substring(at, end));
                case 3 -> name.insert(at, ALPHABET.charAt(random.nextInt(ALPHABET.length())));
                default -> {
                    String other = seeds.get(random.nextInt(seeds.size()));
                    name.replace(at, name.length(), other.substring(Math.min(at, other.length())));
                }
            }
        }
        return name.toString();
    }

    private static @Nullable String decode(String name) {
        try {
            String text = Demangler.demangle(name);
            if (text != null && text.length() > MAX_OUTPUT) {
                fail("too long: " + name);
            }
            return text;
        } catch (RuntimeException | StackOverflowError e) {
            return fail("threw for " + name, e);
        }
    }

    private static @Nullable String decodeOnSmallStack(String name) {
        AtomicReference<@Nullable String> result = new AtomicReference<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Runnable task = () -> result.set(Demangler.demangle(name));
        Thread thread = new Thread(null, task, "small stack", SMALL_STACK_BYTES);
        thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while demangling", e);
        }
        assertThat(failure.get()).isNull();
        return result.get();
    }
}
