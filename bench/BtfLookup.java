import com.sun.management.ThreadMXBean;
import dev.plumb.ebpf.btf.FieldPath;
import dev.plumb.ebpf.btf.KernelBtf;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/// One BTF field lookup in a fresh process, as `bench/btf.sh` runs it: prints its nanoseconds by the clock and of
/// CPU, the bytes it allocated on the heap, and the process's peak memory in KiB. With `none` it looks up nothing, to show what the JVM itself takes.
final class BtfLookup {
    private BtfLookup() {}

    public static void main(String[] args) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        FieldPath field = null;
        if (!args[0].equals("none")) {
            field = KernelBtf.running().vmlinux().field(args[0], args[1]);
        }
        long nanos = System.nanoTime() - start;
        cpu = threads.getCurrentThreadCpuTime() - cpu;
        long bytes = threads.getCurrentThreadAllocatedBytes() - allocated;
        long peak = 0;
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                peak = Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        System.out.println(nanos + " " + cpu + " " + bytes + " " + peak + " " + field);
    }
}
