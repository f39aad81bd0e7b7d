package dev.plumb.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {
    private final Profile profile = SampleProfiles.small();

    @TempDir
    Path folder;

    @Test
    void theLongestEndingWins() {
        assertThat(Formats.byFileName("x.speedscope.json")).contains(Formats.SPEEDSCOPE);
        assertThat(Formats.byFileName("X.JSON")).contains(Formats.JSON);
        assertThat(Formats.byFileName("x.pb.gz")).contains(Formats.PPROF);
        assertThat(Formats.byFileName("x.txt")).isEmpty();
        assertThat(Formats.byName("jfr")).contains(Formats.JFR);
    }

    @Test
    void contentTellsTheFormatWhateverTheName() throws IOException {
        for (Format format : Formats.readable()) {
            Path file = folder.resolve("profile.misnamed");
            Profiles.write(profile, file, format);
            assertThat(Profiles.read(file).totals().value())
                    .as(format.name())
                    .isEqualTo(profile.totals().value());
        }
    }

    @Test
    void aFlameGraphIsWrittenButNotRead() throws IOException {
        Path file = folder.resolve("p.html");
        Profiles.write(profile, file);
        assertThat(file).content().startsWith("<!DOCTYPE html>").contains("</html>");
        assertThatThrownBy(() -> Profiles.read(file))
                .hasMessage("read " + file + ": format html can be written but not read back");
    }

    @Test
    void readsAnyFormatGzipped() throws IOException {
        Path file = folder.resolve("profile.json.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            Formats.JSON.writer().write(profile, out);
        }
        assertThat(Profiles.read(file)).isEqualTo(profile);
    }

    @Test
    void aFailedWriteKeepsTheOldFileAndLeavesNothingBeside() throws IOException {
        Path file = folder.resolve("p.json");
        Files.writeString(file, "old");
        Format failing = new Format(
                "failing",
                "",
                List.of(),
                (p, out) -> {
                    out.write(new byte[100_000]);
                    throw new IOException("No space left on device");
                },
                null);
        assertThatThrownBy(() -> Profiles.write(profile, file, failing))
                .hasMessageContaining("write " + file + ": no space left on the device");
        assertThat(Files.readString(file)).isEqualTo("old");
        assertThat(folder).isDirectoryContaining(path -> path.equals(file));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFullDeviceIsSaidToBeFull() {
        assertThatThrownBy(() -> Profiles.write(profile, Path.of("/dev/full"), Formats.JSON))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("write /dev/full: no space left on the device");
    }

    @Test
    void aMissingFolderIsNamed() {
        Path file = folder.resolve("none/p.json");
        assertThatThrownBy(() -> Profiles.write(profile, file))
                .hasMessage("write " + file + ": the folder does not exist");
        assertThatThrownBy(() -> Profiles.read(file)).hasMessage("read " + file + ": no such file");
        assertThatThrownBy(() -> Profiles.write(profile, folder.resolve("p.txt")))
                .hasMessageContaining(".pb.gz");
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(() -> Profiles.write(profile, folder, Formats.JSON))
                .hasMessage("write " + folder + ": is a folder");
        assertThatThrownBy(() -> Profiles.read(folder)).hasMessage("read " + folder + ": is a folder");
    }

    @Test
    void linksAndPermissionsStay() throws IOException {
        Path file = folder.resolve("real.json");
        Files.writeString(file, "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), file);
        Profiles.write(profile, link);
        assertThat(link).isSymbolicLink();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
        assertThat(Profiles.read(file)).isEqualTo(profile);
    }

    @Test
    void errorsNameTheFileThatWasRead() throws IOException {
        Path file = folder.resolve("bad.json");
        Files.writeString(file, "{\"plumb\":1,");
        assertThatThrownBy(() -> Profiles.read(file)).hasMessageStartingWith("read " + file + ": JSON: ");
    }
}
