package dev.plumb.cli;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.Loss;
import dev.plumb.profile.Profile;
import dev.plumb.profile.format.Format;
import dev.plumb.profile.format.Formats;
import dev.plumb.profile.format.Profiles;
import dev.plumb.profile.format.WholeFile;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Profiles as commands name them: a file, or `-` for standard input and output.
final class ProfileFiles {
    private ProfileFiles() {}

    static Profile read(String name) throws IOException {
        if (!name.equals("-")) {
            return Profiles.read(Path.of(name));
        }
        try {
            return Profiles.read(System.in, "");
        } catch (FormatException e) {
            throw new IOException("read standard input: " + e.getMessage(), e);
        }
    }

    /// The format of what is to be written: the one named, else the one of the ending.
    static Format format(CommandSpec spec, String file, @Nullable String name) {
        if (name != null) {
            return Formats.byName(name)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "no format is called '" + name + "'; there are "
                                    + Formats.all().stream().map(Format::name).collect(Collectors.joining(", "))));
        }
        return Formats.byFileName(file)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "the ending of '" + file + "' tells no format: use one of " + Formats.endings()
                                + ", or --format"));
    }

    /// Writes a file as a whole, or standard output as it comes.
    static void write(String file, WholeFile.Content content) throws IOException {
        if (!file.equals("-")) {
            WholeFile.write(Path.of(file), content);
            return;
        }
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            content.writeTo(out);
        }
    }

    /// What a profile does not show, in a line; nothing if all is there.
    static Optional<String> lossNote(Profile profile) {
        Loss loss = profile.loss();
        if (loss.isNone()) {
            return Optional.empty();
        }
        return Optional.of("note: the profile lacks " + loss.lost() + " lost samples, " + loss.truncated()
                + " cut stacks, " + loss.collided() + " collided stacks; " + loss.unknownFrames()
                + " frames have no name");
    }

    /// A name that cannot move the cursor or change colours, shortened in the middle to fit.
    static String printable(String name, int width) {
        String clean = name.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c)
                .limit(1_000)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        if (clean.length() <= width) {
            return clean;
        }
        int head = width * 2 / 3;
        return clean.substring(0, head) + "…" + clean.substring(clean.length() - (width - head - 1));
    }
}
