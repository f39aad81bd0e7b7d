package dev.plumb.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrnoTest {
    @Test
    void namesTheKernelsNegativeNumbers() {
        assertThat(Errno.of(-14)).isEqualTo(Errno.EFAULT);
        assertThat(Errno.of((int) 4294967282L)).isEqualTo(Errno.EFAULT);
    }

    @Test
    void keepsTheNumberOfAnUnknownError() {
        assertThat(Errno.describe(-71)).isEqualTo("errno 71");
    }
}
