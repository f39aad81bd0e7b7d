package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.BpfException;
import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class MalformedBtfTest {
    private static Btf build(Consumer<BtfBuilder> content) {
        BtfBuilder builder = new BtfBuilder();
        content.accept(builder);
        return Btf.of(ByteBuffer.wrap(builder.encode()));
    }

    private static void refused(byte[] bytes, String reason) {
        assertThatThrownBy(() -> Btf.of(ByteBuffer.wrap(bytes)))
                .isInstanceOf(BpfException.class)
                .hasMessageStartingWith("read BTF in memory: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0x00000000 | does not start with the BTF magic number",
                "0 | 0x01009feb | other byte order (big-endian)",
                "0 | 0x464c457f | it is an ELF file",
                "0 | 0x0002eb9f | its version is 2",
                "4 | 0x00000017 | its header claims 23 bytes",
                "4 | 0xffffffff | its header claims 4294967295 bytes",
                "8 | 0xfffffff0 | its type section ends at byte",
                "12 | 0xffffffff | its type section ends at byte",
                "12 | 0x0000000d | type 1 needs 16 bytes and has 13 left",
                "16 | 0x7fffffff | its string section ends at byte",
                "20 | 0x00000001 | its string section does not end in a zero byte",
                "20 | 0x00000000 | its string section does not start with the empty string",
                "28 | 0x00000000 | type 1 is of the unknown kind 0",
                "28 | 0x7e000000 | type 1 is of the unknown kind 126",
                "28 | 0x04ffffff | type 1 needs 201326592 bytes"
            })
    void refusesADamagedHeader(int at, String value, String reason) {
        byte[] bytes = SampleTypes.bytes();
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, Long.decode(value).intValue());
        if (reason.contains("zero byte")) {
            // One string byte is left: make it another than zero.
            int strings =
                    24 + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(16);
            bytes[strings] = 'x';
        }
        refused(bytes, reason);
    }

    @Test
    void refusesEveryTruncation() {
        byte[] bytes = SampleTypes.bytes();
        for (int length = 0; length < bytes.length; length++) {
            refused(Arrays.copyOf(bytes, length), "");
        }
    }

    @Test
    void refusesModuleBtfWithoutItsKernel() {
        BtfBuilder module = BtfBuilder.upon(SampleTypes.btf());
        module.struct("state", 8, List.of());
        assertThatThrownBy(() -> Btf.of(ByteBuffer.wrap(module.encode())))
                .isInstanceOfSatisfying(
                        BpfException.class,
                        e -> assertThat(e.hint())
                                .isEqualTo("BTF of a kernel module is read together with that of its kernel"));
    }

    @Test
    void skipsUnknownKindsThatTheLayoutSectionDescribes() {
        byte[] plain = SampleTypes.bytes();
        int types = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        int strings = plain.length - 24 - types;
        // Kind 25: 4 fixed bytes and 8 for each of 2 elements, put before the other types.
        int unknown = 12 + 4 + 2 * 8;
        int layout = 26 * 4;
        ByteBuffer blob =
                ByteBuffer.allocate(32 + unknown + types + strings + layout).order(ByteOrder.LITTLE_ENDIAN);
        blob.putInt(0x0001eb9f).putInt(32).putInt(0).putInt(unknown + types);
        blob.putInt(unknown + types)
                .putInt(strings)
                .putInt(unknown + types + strings)
                .putInt(layout);
        blob.putInt(0).putInt(25 << 24 | 2).putInt(0).position(32 + unknown);
        blob.put(plain, 24, types + strings);
        blob.put(blob.capacity() - 4, (byte) 4).put(blob.capacity() - 3, (byte) 8);
        Btf btf = Btf.of(blob.rewind());
        assertThat(btf.type(1)).isEqualTo(new BtfType.Unknown(1, "", 25));
        assertThat(btf.print(1)).isEqualTo("<kind 25>");
        assertThat(btf.type(2).name()).isEqualTo("int");
        assertThat(btf.find("file", BtfType.Struct.class).orElseThrow().id()).isEqualTo(SampleTypes.FILE + 1);
    }

    @Test
    void noticesLoopsOfTypedefs() {
        Btf btf = build(builder -> {
            builder.add(new BtfType.Typedef(0, "a", 2));
            builder.add(new BtfType.Const(0, 1));
            builder.struct("s", 8, List.of(new Member("", 1, 0, 0), new Member("x", 2, 0, 0)));
        });
        assertThatThrownBy(() -> btf.resolved(1)).hasMessageContaining("is a loop of typedefs or qualifiers");
        assertThatThrownBy(() -> btf.size(2)).hasMessageContaining("contains itself");
        assertThatThrownBy(() -> btf.field("s", "missing")).hasMessageContaining("is a loop");
        assertThatThrownBy(() -> btf.field("a", "x")).hasMessageContaining("is a loop");
        assertThat(btf.print(2)).isEqualTo("const a");
    }

    @Test
    void printsEndlessTypesUpToALimit() {
        Btf btf = build(builder -> {
            builder.add(new BtfType.Pointer(0, 1));
            builder.add(new BtfType.Array(0, 2, 2, 7));
            List<Parameter> two = List.of(new Parameter("a", 3), new Parameter("b", 3));
            builder.add(new BtfType.FunctionPrototype(0, 3, two, false));
            builder.add(new BtfType.Const(0, 4));
        });
        for (int id = 1; id < btf.typeCount(); id++) {
            assertThat(btf.print(id)).contains("...").hasSizeLessThan(20_000);
        }
    }

    @Test
    void boundsArraysOfArrays() {
        Btf btf = build(builder -> {
            int type = builder.integer("int", 4, true);
            for (int i = 0; i < 40; i++) {
                type = builder.add(new BtfType.Array(0, type, 1, 0xffff_ffffL));
            }
            builder.struct("s", 8, List.of(new Member("bomb", type, 0, 0)));
        });
        assertThatThrownBy(() -> btf.size(5)).hasMessageContaining("is larger than 4 GiB");
        assertThatThrownBy(() -> btf.field("s", "bomb[1][1]")).hasMessageContaining("is larger than 4 GiB");
    }

    @Test
    void searchesStructsThatContainThemselvesOnce() {
        Btf btf = build(builder -> {
            builder.add(new BtfType.Struct(0, "s", 8, List.of(new Member("", 1, 0, 0), new Member("", 1, 64, 0))));
        });
        assertThat(btf.hasField("s", "missing")).isFalse();
    }

    @Test
    void searchesANestThatDoublesAtEachLevelInLinearTime() {
        int levels = 10_000;
        Btf btf = build(builder -> {
            for (int id = 1; id <= levels; id++) {
                int next = Math.min(id + 1, levels);
                builder.add(new BtfType.Struct(
                        0, id == 1 ? "s" : "", 8, List.of(new Member("", next, 0, 0), new Member("", next, 0, 0))));
            }
        });
        assertThatThrownBy(() -> btf.field("s", "missing")).hasMessageContaining("no member 'missing'");
    }

    @Test
    void findsANameAmongManyEqualOnes() {
        int copies = 60_000;
        Btf btf = build(builder -> {
            for (int i = 0; i < copies; i++) {
                builder.add(new BtfType.Typedef(0, "same", 0));
            }
        });
        for (int i = 0; i < 20; i++) {
            assertThat(btf.find("same", BtfType.Typedef.class).orElseThrow().id())
                    .isEqualTo(1);
            assertThat(btf.find("same", BtfType.Struct.class)).isEmpty();
        }
    }

    @Test
    void refusesNamesThatCostMoreThanTheyWeigh() {
        Btf btf = build(builder -> {
            List<Member> members = new ArrayList<>();
            for (int i = 0; i < 60_000; i++) {
                members.add(new Member("x".repeat(1000), 0, 0, 0));
            }
            builder.add(new BtfType.Struct(0, "bomb", 8, members));
            builder.add(new BtfType.Struct(0, "y".repeat(2000), 8, List.of()));
        });
        assertThatThrownBy(() -> btf.type(1)).hasMessageContaining("has names longer than the string section");
        assertThatThrownBy(() -> btf.type(2)).hasMessageContaining("is longer than 1024 bytes");
    }

    @Test
    void refusesIdsAndNamesOutside() {
        Btf btf = build(builder -> {
            builder.add(new BtfType.Pointer(0, 77));
            builder.add(new BtfType.Typedef(0, "t", -1));
            builder.add(new BtfType.Function(0, "f", 1, Linkage.STATIC));
        });
        assertThatThrownBy(() -> btf.type(-1)).hasMessageContaining("there is no type 4294967295 among 4");
        assertThatThrownBy(() -> btf.print(1)).hasMessageContaining("there is no type 77");
        assertThatThrownBy(() -> btf.resolved(2)).hasMessageContaining("there is no type 4294967295");
        byte[] bytes = SampleTypes.bytes();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(24, 0x00ff_ffff);
        assertThatThrownBy(() -> Btf.of(ByteBuffer.wrap(bytes)).type(1))
                .hasMessageContaining("a name lies at offset 16777215");
    }
}
