package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.FieldPath.BitField;
import dev.plumb.ebpf.btf.FieldPath.Step;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldPathTest {
    private final Btf btf = SampleTypes.btf();

    @Test
    void findsAPlainField() {
        FieldPath field = btf.field("file", "name");
        assertThat(field.steps()).containsExactly(new Step("name", 16));
        assertThat(field.pointers()).isEmpty();
        assertThat(field.sizeBytes()).isEqualTo(16);
        assertThat(field.isScalar()).isFalse();
        assertThat(field.toString()).isEqualTo("file +16 (name, 16 bytes)");
    }

    @Test
    void followsPointers() {
        FieldPath field = btf.field("file", "inode.number");
        assertThat(field.steps()).containsExactly(new Step("inode", 0), new Step("number", 0));
        assertThat(field.pointers()).containsExactly(new Step("inode", 0));
        assertThat(field.sizeBytes()).isEqualTo(8);
        assertThat(field.signed()).isTrue();
        assertThat(field.isScalar()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"count, 8, 4", "low, 8, 2", "high, 10, 2"})
    void looksInsideAnonymousMembers(String name, int offset, long size) {
        FieldPath field = btf.field("file", name);
        assertThat(field.offset()).isEqualTo(offset);
        assertThat(field.sizeBytes()).isEqualTo(size);
    }

    @Test
    void indexesArrays() {
        assertThat(btf.field("file", "inodes[2].number").steps()).containsExactly(new Step("inodes[2].number", 80));
        assertThat(btf.field("file", "name[15]").offset()).isEqualTo(31);
    }

    @Test
    void indexesPointersByFollowingThem() {
        assertThat(btf.field("file", "others[3].inode").steps())
                .containsExactly(new Step("others", 32), new Step("[3]", 24), new Step("inode", 0));
    }

    @Test
    void startsFromATypedefAPointerOrAnId() {
        assertThat(btf.field("file_t", "count").offset()).isEqualTo(8);
        assertThat(btf.field("struct file", "count").offset()).isEqualTo(8);
        assertThat(btf.field(SampleTypes.CONST_FILE_POINTER, "count").steps()).containsExactly(new Step("count", 8));
        assertThat(btf.field(SampleTypes.OTHERS, "count").steps())
                .containsExactly(new Step("", 0), new Step("count", 8));
    }

    @ParameterizedTest
    @CsvSource({
        "ready, 12, 0, 1, 0x1, 1",
        "level, 12, 1, 3, 0xb, 5",
        "delta, 12, 4, 5, 0x1f0, -1",
        "delta, 12, 4, 5, 0xf0, 15"
    })
    void extractsBitFields(String name, int offset, int shift, int size, String loaded, long value) {
        FieldPath field = btf.field("file", name);
        assertThat(field.offset()).isEqualTo(offset);
        assertThat(field.sizeBytes()).isEqualTo(4);
        assertThat(field.bits()).isEqualTo(new BitField(shift, size));
        assertThat(field.extract(Long.decode(loaded))).isEqualTo(value);
    }

    @Test
    void extendsTheSignOfPlainFields() {
        assertThat(btf.field("file", "high").extract(0xfffeL)).isEqualTo(-2);
        assertThat(btf.field("file", "name[0]").extract(0xff80L)).isEqualTo(0x80);
        assertThat(btf.field("file", "color").signed()).isTrue();
    }

    @Test
    void widensTheStorageOfABitFieldThatCrossesItsType() {
        BtfBuilder builder = new BtfBuilder();
        int u8 = builder.integer("u8", 1, false);
        builder.struct("packed", 8, List.of(new Member("a", u8, 0, 6), new Member("b", u8, 6, 4)));
        builder.struct("wide", 16, List.of(new Member("far", u8, 60, 8)));
        Btf packed = Btf.of(ByteBuffer.wrap(builder.encode()));
        FieldPath field = packed.field("packed", "b");
        assertThat(field.sizeBytes()).isEqualTo(2);
        assertThat(field.bits()).isEqualTo(new BitField(6, 4));
        assertThatThrownBy(() -> packed.field("wide", "far")).hasMessageContaining("cannot be loaded at once");
    }

    @Test
    void readsTheBitFieldsOfOldCompilers() {
        BtfBuilder builder = new BtfBuilder();
        int three = builder.add(new BtfType.Int(0, "int", 4, BtfType.Int.SIGNED, 0, 3));
        builder.struct("old", 8, List.of(new Member("x", three, 37, 0)));
        FieldPath field = Btf.of(ByteBuffer.wrap(builder.encode())).field("old", "x");
        assertThat(field.offset()).isEqualTo(4);
        assertThat(field.bits()).isEqualTo(new BitField(5, 3));
        assertThat(field.extract(0b111_00000)).isEqualTo(-1);
    }

    @Test
    void findsTheDefinitionOfAForwardDeclaration() {
        BtfBuilder module = BtfBuilder.upon(btf);
        module.struct("hidden", 8, List.of(new Member("secret", SampleTypes.LONG, 0, 0)));
        Btf split = Btf.of(ByteBuffer.wrap(module.encode()), btf);
        assertThat(split.field("file", "hidden.secret").steps()).hasSize(2);
        assertThatThrownBy(() -> btf.field("file", "hidden.secret"))
                .hasMessage("find field file.hidden.secret: struct hidden is declared but not defined here"
                        + " (after 'hidden')");
    }

    @Test
    void looksInEveryStructOfTheName() {
        BtfBuilder builder = new BtfBuilder();
        int number = builder.integer("int", 4, true);
        builder.struct("console", 8, List.of(new Member("screen", number, 0, 0)));
        builder.struct("console", 8, List.of(new Member("flags", number, 32, 0)));
        Btf two = Btf.of(ByteBuffer.wrap(builder.encode()));
        assertThat(two.field("console", "flags").offset()).isEqualTo(4);
        assertThat(two.hasField("console", "screen")).isTrue();
        assertThat(two.hasField("console", "flags")).isTrue();
        assertThatThrownBy(() -> two.field("console", "skreen"))
                .isInstanceOfSatisfying(
                        BpfException.class, e -> assertThat(e.hint()).isEqualTo("did you mean 'screen'?"));
    }

    @Test
    void answersWhetherAFieldExists() {
        assertThat(btf.hasField("file", "inode.number")).isTrue();
        assertThat(btf.hasField("file", "inode.nothing")).isFalse();
        assertThat(btf.hasField("nothing", "inode")).isFalse();
    }

    @Test
    void saysWhereAPathFailsAndWhatIsNear() {
        assertThatExceptionOfType(BpfException.class)
                .isThrownBy(() -> btf.field("file", "inode.nunber"))
                .withMessage("find field file.inode.nunber: struct inode has no member 'nunber' (after 'inode')")
                .satisfies(e -> assertThat(e.hint()).isEqualTo("did you mean 'number'?"));
        assertThatExceptionOfType(BpfException.class)
                .isThrownBy(() -> btf.field("file", "heigh"))
                .satisfies(e -> assertThat(e.hint()).isEqualTo("did you mean 'high'?"));
        assertThatExceptionOfType(BpfException.class)
                .isThrownBy(() -> btf.field("file", "zzzzz"))
                .satisfies(e -> assertThat(e.hint()).startsWith("it has inode, ready, level, delta"));
        assertThatExceptionOfType(BpfException.class)
                .isThrownBy(() -> btf.field("fil", "x"))
                .withMessage("find type fil: there is no such struct, union or typedef (BTF in memory)")
                .satisfies(e -> assertThat(e.hint()).isEqualTo("did you mean 'file'?"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count.x | int has no members, so no 'x' (after 'count')",
                "name[16] | char[16] has no element [16] (after 'name')",
                "count[0] | int has no elements (after 'count')",
                "ready.x | a bit-field has no members or elements (after 'ready')",
                "others[900000000].inode | element [900000000] lies beyond 2 GiB (after 'others')"
            })
    void refusesPathsThatLeaveTheType(String path, String reason) {
        assertThatThrownBy(() -> btf.field("file", path)).hasMessage("find field file." + path + ": " + reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a]", "a b", "a[-1]", "a[1]b", "a[9999999999]"
            })
    void refusesPathsThatAreNone(String path) {
        assertThatThrownBy(() -> btf.field("file", path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("field path '" + path + "'");
    }
}
