package dev.plumb.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void parsesListsOfCpus() {
        assertThat(Cpus.parse("0\n")).containsExactly(0);
        assertThat(Cpus.parse("0-3,8,10-11\n")).containsExactly(0, 1, 2, 3, 8, 10, 11);
        assertThatThrownBy(() -> Cpus.parse("zero")).hasMessageContaining("not a CPU list: 'zero'");
    }

    @Test
    void countsPossibleCpusUpToTheHighest() {
        assertThat(Cpus.possible()).isGreaterThanOrEqualTo(Cpus.online().length);
    }

    @Test
    void knowsCapabilitiesByTheirBits() {
        assertThat(Capability.of(1L << 39 | 1L << 38))
                .isEqualTo(EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON));
        assertThat(Capability.of(0)).isEmpty();
    }

    @Test
    void refusesAnUnknownArchitecture() {
        assertThat(Architecture.of("arm64")).isEqualTo(Architecture.AARCH64);
        assertThatThrownBy(() -> Architecture.of("riscv64")).hasMessageContaining("not supported");
    }
}
