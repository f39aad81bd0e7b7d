package dev.plumb.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Set;
import java.util.TreeSet;

/// Lists the BPF objects alive in the kernel, with a system call of its own rather than the library's.
final class BpfIds {
    private static final int BPF_PROG_GET_NEXT_ID = 11;
    private static final int BPF_MAP_GET_NEXT_ID = 12;
    private static final int BPF_LINK_GET_NEXT_ID = 31;

    private static final long SYS_BPF = System.getProperty("os.arch").equals("aarch64") ? 280 : 321;
    private static final MethodHandle SYSCALL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("syscall"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));

    private BpfIds() {}

    /// Every object as `prog 7`, `map 3`, `link 2`. BTF goes with the programs and maps that use it.
    static Set<String> all() {
        Set<String> ids = new TreeSet<>();
        collect("prog", BPF_PROG_GET_NEXT_ID, ids);
        collect("map", BPF_MAP_GET_NEXT_ID, ids);
        collect("link", BPF_LINK_GET_NEXT_ID, ids);
        return ids;
    }

    private static void collect(String kind, int command, Set<String> ids) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attr = arena.allocate(16, 8);
            int id = 0;
            while (true) {
                attr.fill((byte) 0).set(ValueLayout.JAVA_INT, 0, id);
                if ((long) SYSCALL.invokeExact(SYS_BPF, (long) command, attr, 16L) != 0) {
                    return;
                }
                id = attr.get(ValueLayout.JAVA_INT, 4);
                ids.add(kind + " " + id);
            }
        } catch (Throwable e) {
            throw new AssertionError("list BPF objects", e);
        }
    }
}
