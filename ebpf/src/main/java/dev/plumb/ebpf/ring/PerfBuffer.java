package dev.plumb.ebpf.ring;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Cpus;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.internal.sys.Descriptor;
import dev.plumb.ebpf.internal.sys.Memory;
import dev.plumb.ebpf.internal.sys.PerfCalls;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.Codec;
import dev.plumb.ebpf.map.MapType;
import dev.plumb.ebpf.map.MapView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Reads a perf event array: one buffer for each CPU, filled by `bpf_perf_event_output`. For kernels before 5.8, which
/// have no ring buffer, and for peers that still use it.
///
/// Records are in order for each CPU, not over all of them. The kernel counts what it dropped; see [#lost()]. One
/// thread polls; nothing is allocated per record.
public final class PerfBuffer implements RingSource, AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final List<Descriptor> events = new ArrayList<>();
    private final List<PerfCursor> cursors = new ArrayList<>();

    private PerfBuffer() {}

    /// Opens a buffer of `pagesPerCpu` pages, a power of two, on every CPU that is online.
    public static PerfBuffer open(BpfMap map, int pagesPerCpu) {
        if (map.spec().type() != MapType.PERF_EVENT_ARRAY) {
            throw new IllegalArgumentException(map + " is not a perf event array");
        }
        if (pagesPerCpu <= 0 || Integer.bitCount(pagesPerCpu) != 1) {
            throw new IllegalArgumentException("perf buffer: pagesPerCpu=" + pagesPerCpu + " is not a power of two");
        }
        PerfBuffer buffer = new PerfBuffer();
        try {
            MapView<Integer, Integer> slots = MapView.of(map, Codec.U32, Codec.U32);
            for (int cpu : Cpus.online()) {
                buffer.openCpu(slots, cpu, pagesPerCpu);
            }
        } catch (RuntimeException e) {
            buffer.close();
            throw e;
        }
        return buffer;
    }

    private void openCpu(MapView<Integer, Integer> slots, int cpu, int pages) {
        PerfCalls.Event event = new PerfCalls.Event(
                PerfCalls.TYPE_SOFTWARE, PerfCalls.SOFTWARE_BPF_OUTPUT, 1, false, PerfCalls.SAMPLE_RAW, false, 1);
        int fd = PerfCalls.open(event, -1, cpu);
        if (fd == -Errno.ENODEV.number()) {
            return; // the CPU has gone offline
        }
        if (fd < 0) {
            throw new BpfException("open perf buffer on CPU " + cpu, Errno.of(fd), null);
        }
        Descriptor descriptor = Descriptor.of("perf buffer", fd);
        events.add(descriptor);
        long page = Memory.pageSizeBytes();
        MemorySegment memory = Memory.map("perf buffer", descriptor, 0, page * (1 + pages), true, arena);
        cursors.add(new PerfCursor(memory.asSlice(0, page), memory.asSlice(page), arena));
        slots.put(cpu, descriptor.number());
        PerfCalls.enable(descriptor);
    }

    /// Hands out at most `limit` records of each CPU, and returns how many.
    @Override
    public int poll(RecordHandler handler, int limit) {
        int count = 0;
        for (int i = 0; i < cursors.size(); i++) {
            count += cursors.get(i).poll(handler, limit);
        }
        return count;
    }

    @Override
    public long lost() {
        long lost = 0;
        for (PerfCursor cursor : cursors) {
            lost += cursor.lost();
        }
        return lost;
    }

    @Override
    public void register(RingWaiter waiter, int token) {
        events.forEach(event -> waiter.add(event, token));
    }

    @Override
    public void close() {
        arena.close();
        events.forEach(Descriptor::close);
    }
}
