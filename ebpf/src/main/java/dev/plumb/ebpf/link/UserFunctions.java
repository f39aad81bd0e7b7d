package dev.plumb.ebpf.link;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.elf.ElfException;
import dev.plumb.elf.ElfFile;
import dev.plumb.elf.FunctionNames;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/// The functions of a program or library by their symbols, as places in the file where probes can sit.
public final class UserFunctions {
    private UserFunctions() {}

    /// The file offset of one function.
    ///
    /// @throws BpfException if the file cannot be read or has no such function
    public static long offset(Path file, String symbol) {
        Long offset = matching(file, symbol::equals).get(symbol);
        if (offset == null) {
            throw new BpfException(
                    "find function " + symbol + " in " + file,
                    Errno.ENOENT,
                    "it has no such symbol",
                    "a stripped program keeps exported names only; C++ and Rust names are mangled");
        }
        return offset;
    }

    /// The file offsets of all functions whose symbols match, by name.
    public static Map<String, Long> matching(Path file, Predicate<String> wanted) {
        try (ElfFile elf = ElfFile.open(file)) {
            return FunctionNames.offsets(elf, wanted);
        } catch (NoSuchFileException e) {
            throw new BpfException("read " + file, Errno.ENOENT, "there is no such file", null);
        } catch (IOException | ElfException e) {
            throw new BpfException("read " + file, Errno.EIO, String.valueOf(e.getMessage()), null);
        }
    }
}
