package dev.plumb.symbols;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Names kernel addresses. The symbols are read when the first address is asked for, which takes a tenth of a second,
/// and those of the running kernel again when an address is not found: modules and BPF programs come and go.
final class KernelSymbols {
    /// The least time between two reads after a miss, so that a stream of bad addresses costs little.
    private static final long REFRESH_NANOS = 1_000_000_000;

    private final Path file;
    private final boolean live;
    private @Nullable Kallsyms symbols;
    private @Nullable IOException failure;
    private long readNanos;

    KernelSymbols(Path file, boolean live) {
        this.file = file;
        this.live = live;
    }

    Symbolized symbolize(long address, long lookup) {
        Kallsyms table = symbols();
        int row = table == null ? -1 : table.find(lookup);
        // A user address never belongs to a module that was loaded a moment ago.
        if (row < 0 && live && table != null && address < 0 && System.nanoTime() - readNanos > REFRESH_NANOS) {
            symbols = null;
            table = symbols();
            row = table == null ? -1 : table.find(lookup);
        }
        if (table == null || row < 0 || table.hidden()) {
            return unknown(address, table);
        }
        long offset = address - table.start(row);
        return new Symbolized.Frames(
                address,
                List.of(new Frame(
                        address, table.name(row), offset, table.module(row), null, 0, false, FrameKind.KERNEL)));
    }

    private @Nullable Kallsyms symbols() {
        if (symbols == null && failure == null) {
            try (InputStream in = Files.newInputStream(file)) {
                symbols = KallsymsReader.read(in);
                readNanos = System.nanoTime();
            } catch (IOException e) {
                failure = e;
            }
        }
        return symbols;
    }

    private Symbolized unknown(long address, @Nullable Kallsyms table) {
        if (failure != null) {
            return switch (failure) {
                case AccessDeniedException e ->
                    unknown(address, UnknownReason.NOT_PERMITTED, file + " may not be read: run as root");
                case NoSuchFileException e ->
                    unknown(
                            address,
                            UnknownReason.FILE_UNAVAILABLE,
                            file + " is not there" + (live ? ": this kernel was built without CONFIG_KALLSYMS" : ""));
                default ->
                    unknown(address, UnknownReason.FILE_UNAVAILABLE, file + " cannot be read: " + failure.getMessage());
            };
        }
        if (table == null || table.count() == 0) {
            return unknown(address, UnknownReason.DAMAGED, file + " holds no symbols");
        }
        if (table.hidden()) {
            return unknown(
                    address,
                    UnknownReason.NOT_PERMITTED,
                    "every address in " + file + " is zero: run as root, or set the sysctl kernel.kptr_restrict to 0");
        }
        return unknown(address, UnknownReason.NO_SYMBOL, "no kernel symbol covers it");
    }

    private static Symbolized unknown(long address, UnknownReason reason, String detail) {
        Frame frame = new Frame(address, "", 0, "", null, 0, false, FrameKind.KERNEL);
        return new Symbolized.Unknown(address, reason, detail, frame);
    }
}
