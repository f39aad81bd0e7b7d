package dev.plumb.symbols;

import dev.plumb.elf.ElfException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns addresses into frames.
///
/// An address that has no name is an answer like any other, never an exception. Keeps what it has parsed, within the
/// budget of its options, so one symbolizer should serve a whole program. Thread-safe: calls take turns.
///
/// ```
/// try (Symbolizer symbolizer = new Symbolizer()) {
///     for (Symbolized answer : symbolizer.symbolize(Source.process(pid), addresses)) { ... }
/// }
/// ```
public final class Symbolizer implements AutoCloseable {
    /// How many processes, running and ended, are remembered.
    private static final int MAX_PROCESSES = 1 << 14;

    private final SymbolizerOptions options;
    private final Debuginfod servers;
    private final ModuleCache modules;
    private final ProcessCache processes;
    private final Map<Path, KernelSymbols> kernels = new HashMap<>();

    public Symbolizer() {
        this(SymbolizerOptions.defaults());
    }

    public Symbolizer(SymbolizerOptions options) {
        this.options = options;
        this.servers = new Debuginfod(options.debuginfodUrls(), options.debuginfodCache());
        this.modules = new ModuleCache(new DebugFiles(options.debugFolders(), servers), options.cacheBytes());
        this.processes = new ProcessCache(new ProcFs(options.proc()), modules, MAX_PROCESSES);
    }

    /// Names addresses of instructions, such as the top of a stack. The answers are in the order of the addresses.
    public List<Symbolized> symbolize(Source source, long... addresses) {
        return symbolize(source, addresses, 0);
    }

    /// Names return addresses, which is what the rest of a stack consists of: the call before each is meant, as the
    /// address itself may belong to the next line or even the next function. Answers and offsets are for the
    /// addresses
    /// as given. Not for a frame that was interrupted by a signal.
    public List<Symbolized> symbolizeReturns(Source source, long... addresses) {
        return symbolize(source, addresses, 1);
    }

    /// Looks at a process now, so that its addresses can be named after it has ended, and returns the source that
    /// means this process and no later one with its number.
    public synchronized Source.Pid observe(int pid) {
        ProcessSymbols process = processes.find(Source.process(pid));
        return process == null ? Source.process(pid) : new Source.Pid(pid, process.startTicks());
    }

    /// Forgets a process that was observed.
    public synchronized void release(Source.Pid process) {
        processes.release(process);
    }

    /// Waits for debug files that were asked for from servers; returns whether any has come, in which case the same
    /// addresses may have better answers now. Returns at once if nothing was asked for.
    public boolean awaitDebugFiles(Duration limit) throws InterruptedException {
        return servers.await(limit);
    }

    private synchronized List<Symbolized> symbolize(Source source, long[] addresses, int lookup) {
        List<Symbolized> answers = new ArrayList<>(addresses.length);
        switch (source) {
            case Source.Kernel kernel -> kernel(kernel, addresses, lookup, answers);
            case Source.Pid process -> process(process, addresses, lookup, answers);
            case Source.ElfFile file -> file(file.path(), addresses, lookup, answers);
        }
        modules.trim();
        processes.trimJit(options.cacheBytes() / 2);
        return answers;
    }

    private void kernel(Source.Kernel source, long[] addresses, int lookup, List<Symbolized> answers) {
        Path copy = source.kallsyms();
        Path file = copy != null ? copy : options.proc().resolve("kallsyms");
        KernelSymbols kernel = kernels.computeIfAbsent(file, path -> new KernelSymbols(path, copy == null));
        for (long address : addresses) {
            answers.add(kernel.symbolize(address, address - lookup));
        }
    }

    private void process(Source.Pid source, long[] addresses, int lookup, List<Symbolized> answers) {
        ProcessSymbols process = processes.find(source);
        boolean refreshed = false;
        if (process != null) {
            process.expire();
        }
        for (long address : addresses) {
            if (process == null) {
                answers.add(Symbols.unknown(
                        address,
                        UnknownReason.PROCESS_GONE,
                        "process " + source.pid() + " is not there and was not observed before"));
                continue;
            }
            if (!refreshed && !process.maps(address - lookup)) {
                process.refresh();
                refreshed = true;
            }
            answers.add(process.symbolize(address, lookup, options, modules));
        }
    }

    private void file(Path path, long[] addresses, int lookup, List<Symbolized> answers) {
        NativeModule module = null;
        UnknownReason reason = UnknownReason.FILE_UNAVAILABLE;
        String detail = "";
        try {
            Path whole = path.toAbsolutePath();
            module = modules.open(whole, whole.toString(), List.of(Path.of("/")));
            modules.touch(module);
        } catch (NoSuchFileException e) {
            detail = path + ": no such file";
        } catch (IOException e) {
            detail = path + " cannot be read: " + Symbols.message(e);
        } catch (ElfException e) {
            reason = UnknownReason.DAMAGED;
            detail = Symbols.message(e);
        }
        for (long address : addresses) {
            answers.add(
                    module == null
                            ? Symbols.unknown(address, reason, detail)
                            : module.symbolize(address, address, lookup, path.toString(), options));
        }
    }

    @Override
    public synchronized void close() {
        modules.close();
    }
}
