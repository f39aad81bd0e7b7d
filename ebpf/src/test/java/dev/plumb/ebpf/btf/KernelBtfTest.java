package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.Errno;
import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.KernelBtf.KernelFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelBtfTest {
    @TempDir
    Path folder;

    private KernelBtf kernel() throws IOException {
        Files.write(folder.resolve("vmlinux"), SampleTypes.bytes());
        BtfBuilder module = BtfBuilder.upon(SampleTypes.btf());
        module.struct("mount", 16, List.of(new Member("file", SampleTypes.FILE_POINTER, 64, 0)));
        module.function("xfs_read", SampleTypes.READ_PROTOTYPE, Linkage.STATIC);
        Files.write(folder.resolve("xfs"), module.encode());
        return KernelBtf.in(folder);
    }

    @Test
    void opensTheKernelAndItsModules() throws IOException {
        KernelBtf kernel = kernel();
        assertThat(kernel.available()).isTrue();
        assertThat(kernel.modules()).containsExactly("xfs");
        assertThat(kernel.module("vmlinux")).isSameAs(kernel.vmlinux());
        assertThat(kernel.module("xfs")).isSameAs(kernel.module("xfs"));
        assertThat(kernel.module("xfs").field("mount", "file.count").steps()).hasSize(2);
    }

    @Test
    void listsFunctionsWithTheirModules() throws IOException {
        KernelBtf kernel = kernel();
        assertThat(kernel.functions("*read"))
                .containsExactly(new KernelFunction("read", "vmlinux"), new KernelFunction("xfs_read", "xfs"));
        assertThat(kernel.signature("xfs_read").orElseThrow().getKey()).isEqualTo("xfs");
        assertThat(kernel.signature("read").orElseThrow().getKey()).isEqualTo("vmlinux");
        assertThat(kernel.signature("write")).isEmpty();
    }

    @Test
    void explainsAKernelWithoutBtf() {
        KernelBtf none = KernelBtf.in(folder.resolve("none"));
        assertThat(none.available()).isFalse();
        assertThat(none.modules()).isEmpty();
        assertThatThrownBy(none::vmlinux)
                .hasMessageStartingWith("read kernel BTF: there is no ")
                .hasMessageEndingWith("this kernel was built without CONFIG_DEBUG_INFO_BTF")
                .isInstanceOfSatisfying(BpfException.class, e -> {
                    assertThat(e.errno()).isEqualTo(Errno.ENOENT);
                    assertThat(e.hint()).contains("give a BTF file");
                });
    }

    @Test
    void explainsAModuleThatIsNotThere() throws IOException {
        KernelBtf kernel = kernel();
        assertThatThrownBy(() -> kernel.module("ext4"))
                .hasMessage("read BTF of module ext4: no such module is loaded, or it has no BTF");
        assertThatThrownBy(() -> kernel.module("../vmlinux")).hasMessageContaining("no such module");
    }

    @Test
    void opensAFileTheUserGives() throws IOException {
        Path file = Files.write(folder.resolve("my.btf"), SampleTypes.bytes());
        assertThat(Btf.open(file).field("file", "count").offset()).isEqualTo(8);
        assertThatThrownBy(() -> Btf.open(folder.resolve("missing")))
                .hasMessage("read BTF " + folder.resolve("missing") + ": there is no such file");
        assertThatThrownBy(() -> Btf.open(folder)).hasMessageEndingWith("it is not a regular file");
        assertThatThrownBy(() -> Btf.open(Files.createFile(folder.resolve("empty"))))
                .hasMessageContaining("it has 0 bytes");
    }
}
