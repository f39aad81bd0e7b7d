package dev.plumb.profile.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScriptJsonTest {
    private static final int INPUTS = Integer.getInteger("plumb.fuzz.inputs", 20_000);
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

    @Test
    void writesMapsListsNumbersAndBooleans() {
        assertThat(ScriptJson.text(List.of(1, 2.5, true, Map.of("a", List.of()), "b")))
                .isEqualTo("[1,2.5,true,{\"a\":[]},\"b\"]");
    }

    @Test
    void escapesWhatEndsAScriptOrALine() {
        assertThat(ScriptJson.text("</script>\u2028'\"\\&\n"))
                .isEqualTo("\"\\u003c/script\\u003e\\u2028\\u0027\\u0022\\u005c\\u0026\\u000a\"");
    }

    @Test
    void rejectsWhatHasNoForm() {
        assertThatThrownBy(() -> ScriptJson.text(new Object()))
                .hasMessageContaining("no form for class java.lang.Object");
    }

    @Test
    void everyStringComesBackFromHarmlessAscii() {
        Random random = new Random(7);
        for (int i = 0; i < INPUTS; i++) {
            String text = text(random);
            String json = ScriptJson.text(text);
            assertThat(json.chars()).allMatch(c -> c >= ' ' && c <= '~' && "<>&'".indexOf(c) < 0);
            String back = ESCAPE.matcher(json.substring(1, json.length() - 1))
                    .replaceAll(match -> "\\\\u".isEmpty() ? "" : quoted(match.group(1)));
            assertThat(back).isEqualTo(text);
        }
        System.out.println("script JSON: " + INPUTS + " random strings");
    }

    private static String quoted(String hex) {
        return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(hex, 16)));
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        String dangerous = "</script><!--\"'\\&\u2028\u2029\u202e\0\n\ud800";
        for (int n = random.nextInt(30); n > 0; n--) {
            text.append(
                    random.nextBoolean()
                            ? dangerous.charAt(random.nextInt(dangerous.length()))
                            : (char) random.nextInt(0x10000));
        }
        return text.toString();
    }
}
