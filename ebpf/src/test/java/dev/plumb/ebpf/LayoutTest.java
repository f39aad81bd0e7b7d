package dev.plumb.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class LayoutTest {
    @Test
    void laysFieldsOutAsCDoes() {
        Layout.Builder builder = Layout.struct("event");
        Field flag = builder.u8("flag");
        Field pid = builder.u32("pid");
        Field comm = builder.text("comm", 5);
        Field time = builder.u64("time");
        Field last = builder.u16("last");
        Layout layout = builder.build();
        assertThat(flag.offset()).isZero();
        assertThat(pid.offset()).isEqualTo(4);
        assertThat(comm.offset()).isEqualTo(8);
        assertThat(time.offset()).isEqualTo(16);
        assertThat(last.offset()).isEqualTo(24);
        assertThat(layout.sizeBytes()).isEqualTo(32);
        assertThat(layout.alignment()).isEqualTo(8);
    }

    @Test
    void readsBackWhatItWrote() {
        Layout.Builder builder = Layout.struct("numbers");
        Field u8 = builder.u8("u8");
        Field u16 = builder.u16("u16");
        Field u32 = builder.u32("u32");
        Field s32 = builder.s32("s32");
        Field u64 = builder.u64("u64");
        MemorySegment memory = MemorySegment.ofArray(new byte[builder.build().sizeBytes()]);
        u8.write(memory, 0xff);
        u16.write(memory, 0xffff);
        u32.write(memory, -14);
        s32.write(memory, -14);
        u64.write(memory, -1);
        assertThat(u8.read(memory)).isEqualTo(255);
        assertThat(u16.read(memory)).isEqualTo(65535);
        assertThat(u32.read(memory)).isEqualTo(4294967282L);
        assertThat(s32.read(memory)).isEqualTo(-14);
        assertThat(u64.read(memory)).isEqualTo(-1);
    }

    @Test
    void readsTextsThatFillTheirField() {
        Layout.Builder builder = Layout.struct("names");
        Field name = builder.text("name", 4);
        Field next = builder.u32("next");
        MemorySegment memory = MemorySegment.ofArray(new byte[builder.build().sizeBytes()]);
        memory.asSlice(0, 4).fill((byte) 'x');
        next.write(memory, 7);
        assertThat(name.text(memory)).isEqualTo("xxxx");
    }

    @Test
    void refusesTwoFieldsOfOneName() {
        Layout.Builder builder = Layout.struct("twice");
        builder.u32("pid");
        assertThatThrownBy(() -> builder.u64("pid")).hasMessage("record twice has two fields 'pid'");
    }

    @Test
    void namesTheFieldsItHas() {
        assertThatThrownBy(() -> Layout.u32("pid").field("tid")).hasMessageContaining("it has [pid]");
    }
}
