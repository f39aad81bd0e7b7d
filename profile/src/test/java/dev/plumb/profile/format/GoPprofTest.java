package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `go tool pprof` opens what we write and comes to the same totals.
class GoPprofTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsGo() {
        assumeTrue(Tool.find("go").isPresent(), "no program 'go' in any folder of PATH=" + System.getenv("PATH"));
    }

    @Test
    void topAgreesWithOurTotals() throws Exception {
        Path file = write(SampleProfiles.small());
        String top = Tool.run(List.of("go", "tool", "pprof", "-top", "-unit=ns", file.toString()));
        assertThat(top).contains("Type: offcpu", "Total samples = 2295ns", "100% of 2295ns total");
        assertThat(top).containsPattern("1595ns\\s+69.50%.*futex_wait");
        assertThat(top).containsPattern("2200ns\\s+95.86%\\s+main");
        assertThat(top).contains("lock (inline)", "libc.so.6+0x12345");
        String counts = Tool.run(List.of("go", "tool", "pprof", "-top", "-sample_index=waits", file.toString()));
        assertThat(counts).contains("100% of 7 total");
    }

    @Test
    void showsTheLossCounters() throws Exception {
        Path file = write(SampleProfiles.small());
        assertThat(Tool.run(List.of("go", "tool", "pprof", "-comments", file.toString())))
                .contains("lost=3 truncated=2 collided=1 unknownFrames=5");
    }

    @Test
    void tagsAreLabels() throws Exception {
        Path file = write(SampleProfiles.small());
        assertThat(Tool.run(List.of("go", "tool", "pprof", "-tags", "-unit=ns", file.toString())))
                .containsPattern("cause: Total 1500")
                .containsPattern("thread: Total 2290")
                .contains("user_stack_error");
    }

    @Test
    void readsRandomProfilesWithHostileNames() throws Exception {
        Random random = new Random(21);
        for (int i = 0; i < 5; i++) {
            Profile profile = SampleProfiles.random(random);
            String raw = Tool.run(
                    List.of("go", "tool", "pprof", "-raw", write(profile).toString()));
            long sum = raw.lines()
                    .dropWhile(line -> !line.equals("Samples:"))
                    .skip(2)
                    .takeWhile(line -> !line.equals("Locations"))
                    .filter(line -> line.matches("\\s*\\d+[\\d ]*:[\\d ]*"))
                    .mapToLong(line -> Long.parseLong(line.strip().split("[ :]+", -1)[0]))
                    .sum();
            assertThat(sum).isEqualTo(profile.total(0));
        }
    }

    private Path write(Profile profile) throws IOException {
        Path file = folder.resolve("p.pb.gz");
        Profiles.write(profile, file);
        return file;
    }
}
