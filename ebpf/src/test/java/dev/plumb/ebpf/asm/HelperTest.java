package dev.plumb.ebpf.asm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HelperTest {
    @Test
    void countsFromOneWithoutGaps() {
        int id = 1;
        for (Helper helper : Helper.values()) {
            assertThat(helper.id()).as(helper.symbol()).isEqualTo(id++);
            assertThat(Helper.of(helper.id())).contains(helper);
        }
        assertThat(id).isEqualTo(212);
    }

    @Test
    void knowsNoHelperOutsideTheList() {
        assertThat(Helper.of(0)).isEmpty();
        assertThat(Helper.of(212)).isEmpty();
        assertThat(Helper.of(-1)).isEmpty();
    }

    @Test
    void hasTheKernelsNumbersAndNames() {
        assertThat(Helper.GET_CURRENT_PID_TGID.id()).isEqualTo(14);
        assertThat(Helper.GET_STACKID.id()).isEqualTo(27);
        assertThat(Helper.GET_STACK.id()).isEqualTo(67);
        assertThat(Helper.PROBE_READ_USER.id()).isEqualTo(112);
        assertThat(Helper.PROBE_READ_KERNEL_STR.id()).isEqualTo(115);
        assertThat(Helper.RINGBUF_RESERVE.id()).isEqualTo(131);
        assertThat(Helper.GET_CURRENT_TASK_BTF.id()).isEqualTo(158);
        assertThat(Helper.LOOP.id()).isEqualTo(181);
        assertThat(Helper.CGRP_STORAGE_DELETE.id()).isEqualTo(211);
        assertThat(Helper.LOOP.symbol()).isEqualTo("bpf_loop");
    }

    @Test
    void putsALengthAfterMemoryOnly() {
        for (Helper helper : Helper.values()) {
            assertThat(helper.arity()).as(helper.symbol()).isBetween(0, 5);
            for (int at = 0; at < helper.arity(); at++) {
                if (helper.arguments().get(at) == ArgumentKind.SIZE) {
                    assertThat(at).as(helper.symbol()).isPositive();
                    assertThat(helper.arguments().get(at - 1))
                            .as(helper.symbol())
                            .isIn(ArgumentKind.MEMORY, ArgumentKind.OPTIONAL_MEMORY, ArgumentKind.OUTPUT);
                }
            }
        }
    }

    @Test
    void knowsWhichHelpersReturnNothing() {
        assertThat(Helper.RINGBUF_SUBMIT.returnsValue()).isFalse();
        assertThat(Helper.TAIL_CALL.returnsValue()).isFalse();
        assertThat(Helper.MAP_LOOKUP_ELEM.returnsValue()).isTrue();
        assertThat(Helper.TRACE_PRINTK.variadic()).isTrue();
    }
}
