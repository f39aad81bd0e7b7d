package dev.plumb.profile.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.profile.FormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void placesCommasAndEscapes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter json = new JsonWriter(out);
        json.beginObject().field("a", "q\"\\\n\u0001").name("b").beginArray();
        json.value(1).value(-2.5).value(true).value((String) null).value(Double.NaN);
        json.endArray().field("c", "é漢😀\u2028").endObject().flush();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":\"q\\\"\\\\\\n\\u0001\",\"b\":[1,-2.5,true,null,null],\"c\":\"é漢😀\\u2028\"}");
    }

    @Test
    void stringsSurviveARoundTrip() throws IOException {
        Random random = new Random(3);
        List<String> texts = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonWriter json = new JsonWriter(out);
        json.beginArray();
        for (int i = 0; i < 20_000; i++) {
            String text = randomText(random);
            texts.add(text);
            json.value(text);
            if (i % 100 == 0) {
                json.line();
            }
        }
        json.value(0).endArray().flush();
        JsonReader reader = new JsonReader(new ByteArrayInputStream(out.toByteArray()));
        List<String> read = new ArrayList<>();
        reader.array(() -> {
            if (reader.peek() == '"') {
                read.add(reader.string());
            } else {
                reader.skip();
            }
        });
        reader.end();
        assertThat(read).isEqualTo(texts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "[1 2]",
                "{\"a\" 1}",
                "{a:1}",
                "[01]",
                "[1.]",
                "[.5]",
                "[+1]",
                "[1e]",
                "[nul]",
                "[tru]",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\ud800\\n\"",
                "\"a\nb\"",
                "\"open",
                "[1]]",
                "[\"a\",]",
                "{\"a\":1,}",
                "'a'",
                "[--1]",
                "[1e+]",
                "nan",
                "[]x"
            })
    void rejectsWhatIsNotJson(String text) {
        assertThatThrownBy(() -> skipAll(text)).isInstanceOf(FormatException.class);
    }

    @Test
    void saysWhereItWentWrong() {
        assertThatThrownBy(() -> skipAll("[1, 2, x]")).hasMessage("JSON: expected a number at byte 7");
    }

    @Test
    void boundsDepthAndNumbers() throws IOException {
        skipAll("[".repeat(64) + "]".repeat(64));
        assertThatThrownBy(() -> skipAll("[".repeat(1_000_000))).hasMessageContaining("64 levels");
        assertThatThrownBy(() -> skipAll("9".repeat(1000))).hasMessageContaining("64 characters");
        assertThatThrownBy(() -> skipAll("\"" + "x".repeat(17 << 20) + "\"")).hasMessageContaining("string of more");
    }

    @Test
    void numbersMustFit() throws IOException {
        assertThat(reader("9223372036854775807").longValue()).isEqualTo(Long.MAX_VALUE);
        assertThat(reader("1e3").longValue()).isEqualTo(1000);
        assertThatThrownBy(() -> reader("9223372036854775808").longValue()).hasMessageContaining("64 bits");
        assertThatThrownBy(() -> reader("1.5").longValue()).hasMessageContaining("64 bits");
        assertThatThrownBy(() -> reader("1e999999999").longValue()).hasMessageContaining("64 bits");
        assertThatThrownBy(() -> reader("4294967296").intValue()).hasMessageContaining("32 bits");
    }

    @Test
    void joinsEscapedSurrogatePairs() throws IOException {
        assertThat(reader("\"\\ud83d\\ude00\\/\\b\\f\"").string()).isEqualTo("😀/\b\f");
    }

    private static void skipAll(String text) throws IOException {
        JsonReader reader = reader(text);
        reader.skip();
        reader.end();
    }

    private static JsonReader reader(String text) {
        return new JsonReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(0x80));
                case 1 -> text.append((char) (0x80 + random.nextInt(0x780)));
                case 2 -> text.append((char) (0xe000 + random.nextInt(0x1000)));
                default -> text.appendCodePoint(0x10000 + random.nextInt(0x10000));
            }
        }
        return text.toString();
    }
}
