package dev.plumb.symbols;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Names addresses of one process, from what it had mapped when it was first seen and each time it was looked at
/// again.
final class ProcessSymbols {
    private final SnapshotReader reader;
    private final ProcFs proc;
    private ProcessSnapshot snapshot;
    private JitSymbols jit;
    private @Nullable Object program;
    /// The snapshot before the last one: for addresses that were unmapped in between.
    private @Nullable ProcessSnapshot earlier;

    ProcessSymbols(SnapshotReader reader, ProcFs proc, ProcessSnapshot snapshot) {
        this.reader = reader;
        this.proc = proc;
        this.snapshot = snapshot;
        this.jit = jit();
        this.program = proc.programKey(snapshot.pid());
    }

    private JitSymbols jit() {
        return new JitSymbols(snapshot, proc.root(snapshot.pid(), proc.livingTask(snapshot.pid())));
    }

    /// Bytes of heap taken by the names of code compiled at run time.
    long jitBytes() {
        return jit.heapBytes();
    }

    /// Drops those names; they are read again when needed, if the files are still there.
    void trimJit() {
        jit = jit();
    }

    /// Lets the files that the process writes about its code be looked at again, and its maps if it runs another
    /// program by now: the number and the start time stay the same then.
    void expire() {
        jit.expire();
        Object current = proc.programKey(snapshot.pid());
        if (current != null && !current.equals(program) && alive()) {
            refresh();
            program = current;
            jit = jit();
        }
    }

    int pid() {
        return snapshot.pid();
    }

    long startTicks() {
        return snapshot.startTicks();
    }

    boolean readable() {
        return snapshot.failure() == null;
    }

    boolean alive() {
        return proc.startTicks(snapshot.pid()) == snapshot.startTicks();
    }

    void addModules(Set<NativeModule> modules) {
        addModules(snapshot, modules);
        if (earlier != null) {
            addModules(earlier, modules);
        }
    }

    private static void addModules(ProcessSnapshot snapshot, Set<NativeModule> modules) {
        for (ProcessSnapshot.Region region : snapshot.regions()) {
            if (region.module() != null) {
                modules.add(region.module());
            }
        }
    }

    /// Whether something is mapped at an address, as far as is known.
    boolean maps(long address) {
        return snapshot.find(address) != null;
    }

    /// Reads the maps again, as when the process has loaded a library since.
    void refresh() {
        if (alive()) {
            ProcessSnapshot fresh = reader.read(snapshot.pid(), snapshot.startTicks());
            if (fresh.failure() == null && !fresh.regions().isEmpty()) {
                earlier = snapshot;
                snapshot = fresh;
                jit.addDumps(fresh);
            }
        }
    }

    /// Names an address.
    ///
    /// @param lookup how far before it the code lies that is meant: 1 for a return address, or 0
    Symbolized symbolize(long address, int lookup, SymbolizerOptions options, ModuleCache modules) {
        ProcessSnapshot.Region region = snapshot.find(address - lookup);
        if (region == null && earlier != null) {
            region = earlier.find(address - lookup);
        }
        if (region == null) {
            Symbolized.Unknown failure = snapshot.failure();
            return failure != null
                    ? Symbols.unknown(address, failure.reason(), failure.detail())
                    : Symbols.unknown(address, UnknownReason.NOT_MAPPED, "no code is mapped there in process " + pid());
        }
        Mapping mapping = region.mapping();
        long fileOffset = address - mapping.start() + mapping.offset();
        NativeModule module = region.module();
        if (module != null) {
            modules.touch(module);
            long virtual = mapping.vdso()
                    ? module.addressOfOffset(address - mapping.start())
                    : module.addressOfOffset(fileOffset - lookup) + lookup;
            return module.symbolize(address, virtual, lookup, mapping.path(), options);
        }
        Symbolized.Unknown failure = region.failure();
        if (failure != null) {
            return Symbols.unknown(address, failure.reason(), failure.detail(), mapping.path(), fileOffset);
        }
        if (mapping.path().equals("[vsyscall]")) {
            return Symbols.unknown(
                    address, UnknownReason.NO_FILE, "a page of the kernel's own", mapping.path(), fileOffset);
        }
        return jit.symbolize(address, lookup, mapping.path(), fileOffset, options);
    }
}
