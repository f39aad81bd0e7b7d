package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.plumb.ebpf.btf.BtfType.Struct;
import dev.plumb.ebpf.btf.FieldPath.BitField;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The running kernel's BTF, or that of the folder in `plumb.btf.folder`: facts that hold on every kernel, and all
/// types beside what bpftool reads.
class BtfKernelTest {
    private static final Path FOLDER = Path.of(System.getProperty("plumb.btf.folder", "/sys/kernel/btf"));
    private static final KernelBtf KERNEL = KernelBtf.in(FOLDER);
    private static final Btf BTF = KERNEL.vmlinux();

    // One in so many types, since a virtual machine is slow; 1 compares all.
    private static final int STRIDE = Integer.getInteger("plumb.btf.stride", 5);

    @Test
    void agreesWithBpftoolOnTheKernel() {
        Path file = FOLDER.resolve("vmlinux");
        int compared = compare(BTF, file, file);
        System.out.println("compared with bpftool: " + compared + " of " + BTF.typeCount() + " types");
        assertThat(compared).isGreaterThan(50_000 / STRIDE);
    }

    @Test
    void agreesWithBpftoolOnModules() {
        List<String> modules = KERNEL.modules();
        for (String module : modules.subList(0, Math.min(3, modules.size()))) {
            Btf btf = KERNEL.module(module);
            assertThat(btf.typeCount()).isGreaterThan(BTF.typeCount());
            assertThat(compare(btf, FOLDER.resolve(module), FOLDER.resolve("vmlinux")))
                    .isPositive();
        }
        System.out.println("compared with bpftool: modules " + modules);
    }

    private static int compare(Btf btf, Path file, Path base) {
        int[] compared = new int[1];
        BpftoolDump.forEachType(file, base, (lines, id) -> {
            if (id % STRIDE == 0) {
                List<String> ours = BpftoolDump.write(btf.type(id));
                if (!ours.equals(lines)) {
                    assertThat(ours).as("type " + id).containsExactlyElementsOf(lines);
                }
                compared[0]++;
            }
        });
        return compared[0];
    }

    @Test
    void opensAndLooksUpWithASmallHeap() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        FieldPath field = KernelBtf.in(FOLDER).vmlinux().field("file", "f_path.dentry");
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        System.out.println("allocated for one lookup: " + allocated / 1024 + " KiB");
        assertThat(field.sizeBytes()).isEqualTo(8);
        assertThat(allocated).isBetween(4L * BTF.typeCount(), 12L * BTF.typeCount() + 500_000);
    }

    @ParameterizedTest
    @CsvSource({
        "bpf_insn, 8",
        "list_head, 16",
        "iphdr, 20",
        "tcphdr, 20",
        "iovec, 16",
        "sockaddr_in, 16",
        "timespec64, 16",
        "bpf_line_info, 16",
        "bpf_func_info, 8",
        "perf_event_header, 8",
        "qstr, 16"
    })
    void knowsTheSizesThatNeverChange(String struct, long size) {
        assertThat(BTF.size(BTF.find(struct, Struct.class).orElseThrow().id())).isEqualTo(size);
    }

    @Test
    void readsBitFields() {
        FieldPath destination = BTF.field("bpf_insn", "dst_reg");
        FieldPath source = BTF.field("bpf_insn", "src_reg");
        assertThat(destination.bits()).isEqualTo(new BitField(0, 4));
        assertThat(source.bits()).isEqualTo(new BitField(4, 4));
        assertThat(List.of(source.offset(), source.sizeBytes())).containsExactly(1, 1L);
        assertThat(source.extract(0xa1)).isEqualTo(0xa);
        assertThat(BTF.field("tcphdr", "doff").offset()).isEqualTo(12);
    }

    @Test
    void findsFieldsBehindAnonymousMembers() {
        assertThat(BTF.field("sock", "__sk_common.skc_dport").offset()).isEqualTo(12);
        assertThat(BTF.field("sock", "__sk_common.skc_rcv_saddr").offset()).isEqualTo(4);
        assertThat(BTF.field("qstr", "len").offset()).isEqualTo(4);
    }

    @Test
    void findsThePathOfAFile() {
        FieldPath name = BTF.field("file", "f_path.dentry.d_name.name");
        int path = BTF.field("file", "f_path").offset();
        int dentry = BTF.field("path", "dentry").offset();
        assertThat(name.pointers()).extracting(FieldPath.Step::offset).containsExactly(path + dentry);
        assertThat(name.offset()).isEqualTo(BTF.field("dentry", "d_name").offset() + 8);
        assertThat(BTF.print(name.type().id())).isEqualTo("const unsigned char *");
        assertThat(BTF.field("task_struct", "mm.exe_file.f_path.dentry.d_parent")
                        .steps())
                .hasSize(4);
        assertThat(BTF.field("task_struct", "comm").sizeBytes()).isEqualTo(16);
        System.out.println(name);
        System.out.println(BTF.field("task_struct", "mm.exe_file.f_path.dentry"));
    }

    @Test
    void asksWhichFieldThisKernelHas() {
        assertThat(BTF.hasField("task_struct", "__state")).isNotEqualTo(BTF.hasField("task_struct", "state"));
    }

    @Test
    void findsEnumValues() {
        assertThat(BTF.enumValue("bpf_map_type", "BPF_MAP_TYPE_HASH")).hasValue(1);
        assertThat(BTF.enumValue("BPF_MAP_TYPE_RINGBUF")).hasValue(27);
        assertThat(BTF.enumValue("BPF_PROG_TYPE_KPROBE")).hasValue(2);
        assertThat(BTF.enumValue("pid_type", "PIDTYPE_PID")).hasValue(0);
    }

    @Test
    void describesFunctionsAndTracepoints() {
        assertThat(BTF.signature("vfs_read"))
                .hasToString("Optional[ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos)]");
        Signature tracepoint = BTF.tracepoint("sched_switch").orElseThrow();
        assertThat(tracepoint.toString())
                .startsWith("void sched_switch(bool preempt, struct task_struct *prev, struct task_struct *next");
        int next = tracepoint.parameters().get(2).type();
        assertThat(BTF.field(next, "pid").sizeBytes()).isEqualTo(4);
        assertThat(BTF.functions("vfs_*")).extracting(BtfType.Function::name).contains("vfs_read", "vfs_write");
    }
}
