package dev.plumb.profile.flame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What a hostile process must not be able to do to the page that shows it.
class PageSafetyTest {
    @Test
    void policyAllowsExactlyTheScriptAndStyleOfThePage() throws Exception {
        PageReader page = hostile();
        String policy = page.between("<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"");
        assertThat(policy)
                .isEqualTo("default-src 'none'; script-src '" + hash(page.between("<script>", "</script>"))
                        + "'; style-src '" + hash(page.between("<style>", "</style>"))
                        + "'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'");
    }

    @Test
    void hostileNamesAddNoMarkup() throws IOException {
        String quiet = PageReader.of(FlameGraph.of(FlamePages.cpu(1, 1)).titled("quiet")).html;
        assertThat(tags(hostile().html)).isEqualTo(tags(quiet));
    }

    @Test
    void whatComesFromTheProfileIsHarmlessAscii() throws IOException {
        PageReader page = hostile();
        assertThat(page.head).matches(Pattern.compile("[ -~&&[^<>&']]*", Pattern.DOTALL));
        assertThat(page.between("id=\"plumb-data\">", "</script>")).matches("[A-Za-z0-9+/=]*");
        assertThat(page.between("<title>", "</title>")).matches("[A-Za-z0-9 &#;]*");
    }

    @Test
    void hostileNamesComeBackAsTheyWere() throws IOException {
        assertThat(hostile().strings).containsAll(HostileNames.ALL);
    }

    @Test
    void sourcesOfThePageCannotEndTheirOwnElement() throws IOException {
        Page page = Page.load();
        assertThat(page.script()).doesNotContainIgnoringCase("</script").doesNotContain("<!--");
        assertThat(page.style()).doesNotContainIgnoringCase("</style");
    }

    @Test
    void sourcesOfThePageLoadAndInsertNothing() throws IOException {
        Page page = Page.load();
        assertThat(page.script())
                .doesNotContain(
                        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function(")
                .doesNotContain("fetch(", "XMLHttpRequest", "WebSocket", "sendBeacon", "http://", "https://");
        assertThat(page.style()).doesNotContain("url(", "@import");
    }

    @Test
    void titleIsTextWhateverItIs() {
        assertThat(Page.escaped("</title><script>x</script>\ud83d\ude00"))
                .isEqualTo("&#60;&#47;title&#62;&#60;script&#62;x&#60;&#47;script&#62;&#128512;");
    }

    @Test
    void streamStaysOpen() throws IOException {
        boolean[] closed = {false};
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void close() {
                closed[0] = true;
            }
        };
        FlameGraph.of(FlamePages.hostile()).write(out);
        assertThat(closed[0]).isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8)).endsWith("</html>\n");
    }

    private static PageReader hostile() throws IOException {
        return PageReader.of(FlameGraph.of(FlamePages.hostile()).titled(HostileNames.ALL.get(1)));
    }

    /// The page's markup alone: every tag in order, without what stands between them.
    private static String tags(String html) {
        StringBuilder tags = new StringBuilder();
        Pattern.compile("<[^>]*>").matcher(html).results().forEach(tag -> tags.append(tag.group()));
        return tags.toString();
    }

    private static String hash(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
