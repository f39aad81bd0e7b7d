package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.profile.Profile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The bytes of each format stay what they are. `-Dplumb.golden=write` writes the files anew, for a look at the diff.
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    @ParameterizedTest
    @MethodSource("dev.plumb.profile.format.Formats#readable")
    void writesTheGoldenFile(Format format) throws IOException {
        Profile profile = SampleProfiles.small();
        byte[] written = Bytes.write(format, profile);
        Path golden = FOLDER.resolve("small" + format.endings().getFirst());
        if ("write".equals(System.getProperty("plumb.golden"))) {
            Files.createDirectories(FOLDER);
            Files.write(golden, written);
        }
        assertThat(plain(written)).isEqualTo(plain(Files.readAllBytes(golden)));
    }

    /// What is compressed may differ from one zlib to another; what is inside may not.
    private static byte[] plain(byte[] bytes) throws IOException {
        return BoundedInput.readAll(BoundedInput.unzipped(new ByteArrayInputStream(bytes)));
    }

    @ParameterizedTest
    @MethodSource("dev.plumb.profile.format.Formats#readable")
    void readsTheGoldenFileByItsContent(Format format) throws IOException {
        Path golden = FOLDER.resolve("small" + format.endings().getFirst());
        Profile read = Profiles.read(golden);
        assertThat(read.totals().value())
                .isEqualTo(SampleProfiles.small().totals().value());
        assertThat(read.loss()).isEqualTo(SampleProfiles.small().loss());
        byte[] bytes = Files.readAllBytes(golden);
        assertThat(Profiles.read(new ByteArrayInputStream(bytes), "unnamed").samples())
                .isEqualTo(read.samples());
    }
}
