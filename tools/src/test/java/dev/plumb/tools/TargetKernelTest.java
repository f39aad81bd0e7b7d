package dev.plumb.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.tools.cpu.CpuOptions;
import dev.plumb.tools.cpu.CpuProfiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each kind of target selects what it names and nothing else, while another process burns as well.
class TargetKernelTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static Set<Integer> pidsOf(Target target) {
        CpuOptions options = CpuOptions.of(target).withHertz(499).byThread(true);
        try (Recording recording = CpuProfiler.start(options)) {
            Profile profile = Recorded.atLeast(100, recording);
            return profile.samples().stream().map(Sample::pid).collect(Collectors.toSet());
        }
    }

    @Test
    void selectsByName() throws IOException {
        Path renamed = folder.resolve("name_of_15_byte");
        Files.copy(Burner.program(), renamed, StandardCopyOption.COPY_ATTRIBUTES);
        try (Burner wanted = Burner.start(List.of(renamed.toString(), "threads"));
                Burner other = Burner.start("shares")) {
            assertThat(pidsOf(Target.EVERYTHING.withComms(List.of("name_of_15_bytes_and_more"))))
                    .as("threads have other names than their process")
                    .containsExactly(wanted.pid())
                    .doesNotContain(other.pid());
        }
    }

    @Test
    void selectsOneThread() throws IOException {
        try (Burner burner = Burner.start("threads");
                Burner other = Burner.start("shares")) {
            int tid = threadNamed(burner.pid(), "right");
            CpuOptions options = CpuOptions.of(Target.EVERYTHING.withTids(List.of(tid)))
                    .withHertz(499)
                    .byThread(true);
            try (Recording recording = CpuProfiler.start(options)) {
                Profile profile = Recorded.atLeast(100, recording);
                assertThat(profile.tasks()).hasSize(1).allMatch(task -> task.tid() == tid && task.pid() != other.pid());
            }
        }
    }

    private static int threadNamed(int pid, String name) throws IOException {
        for (int attempt = 0; attempt < 500; attempt++) {
            try (var threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
                for (Path thread : threads.toList()) {
                    if (Files.readString(thread.resolve("comm")).strip().equals(name)) {
                        return Integer.parseInt(thread.getFileName().toString());
                    }
                }
            }
            Recorded.pause(20);
        }
        throw new AssertionError("no thread is called " + name);
    }

    @Test
    void selectsAPidNamespace() throws IOException {
        List<String> command = List.of(
                "unshare", "--pid", "--fork", "--kill-child", Burner.program().toString(), "shares");
        try (Burner unshare = Burner.start(command);
                Burner other = Burner.start("shares")) {
            int inner = (int) ProcessHandle.of(unshare.pid())
                    .orElseThrow()
                    .children()
                    .findFirst()
                    .orElseThrow()
                    .pid();
            String link = Files.readSymbolicLink(Path.of("/proc/" + inner + "/ns/pid"))
                    .toString();
            long inode = Long.parseLong(link.replaceAll("\\D", ""));
            assertThat(pidsOf(Target.EVERYTHING.withPidNamespace(inode)))
                    .containsExactly(inner)
                    .doesNotContain(other.pid());
        }
    }

    @Test
    void selectsACgroupWithAllBelow() throws IOException {
        Optional<Path> root = cgroupRoot();
        Assumptions.assumeTrue(root.isPresent(), "no cgroup2 is mounted");
        Path outer = Files.createDirectory(
                root.get().resolve("plumb-test-" + ProcessHandle.current().pid()));
        Path inner = Files.createDirectory(outer.resolve("inner"));
        try (Burner wanted = Burner.start("shares");
                Burner other = Burner.start("shares")) {
            Files.writeString(inner.resolve("cgroup.procs"), Integer.toString(wanted.pid()));
            assertThat(pidsOf(Target.EVERYTHING.withCgroup(outer)))
                    .containsExactly(wanted.pid())
                    .doesNotContain(other.pid());
        } finally {
            delete(inner);
            delete(outer);
        }
    }

    /// A group stays busy for a moment after its last process has gone.
    private static void delete(Path cgroup) throws IOException {
        for (int attempt = 0; ; attempt++) {
            try {
                Files.delete(cgroup);
                return;
            } catch (IOException e) {
                if (attempt == 100) {
                    throw e;
                }
                Recorded.pause(50);
            }
        }
    }

    private static Optional<Path> cgroupRoot() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/mounts"))) {
            return lines.map(line -> line.split(" "))
                    .filter(columns -> columns[2].equals("cgroup2"))
                    .map(columns -> Path.of(columns[1]))
                    .findFirst();
        }
    }

    @Test
    void saysThatAFolderIsNoCgroup() {
        CpuOptions options = CpuOptions.of(Target.EVERYTHING.withCgroup(folder));
        assertThatThrownBy(() -> CpuProfiler.start(options))
                .isInstanceOf(BpfException.class)
                .hasMessageContaining("not in the unified hierarchy");
    }
}
