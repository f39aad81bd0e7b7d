package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.btf.BtfType.Constant;
import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import dev.plumb.ebpf.btf.BtfType.Placement;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BtfBuilderTest {
    private static final int RANDOM_BLOBS = Integer.getInteger("plumb.fuzz.inputs", 500);

    private final BtfBuilder builder = new BtfBuilder();

    @Test
    void readsBackEveryKind() {
        List<BtfType> types = SampleTypes.all();
        Btf btf = SampleTypes.btf();
        assertThat(btf.typeCount()).isEqualTo(types.size() + 1);
        for (BtfType type : types) {
            assertThat(btf.type(type.id())).isEqualTo(type);
        }
        assertThat(types.stream().map(Object::getClass).distinct()).hasSize(19);
    }

    @Test
    void readsBackRandomTypes() {
        Random random = new Random(7);
        long compared = 0;
        for (int i = 0; i < RANDOM_BLOBS; i++) {
            BtfBuilder fresh = new BtfBuilder();
            List<BtfType> types = new ArrayList<>();
            for (int id = 1; id <= 1 + random.nextInt(40); id++) {
                types.add(randomType(random, id));
                assertThat(fresh.add(types.getLast())).isEqualTo(id);
            }
            Btf btf = Btf.of(ByteBuffer.wrap(fresh.encode()));
            for (BtfType type : types) {
                assertThat(btf.type(type.id())).isEqualTo(type);
                compared++;
            }
        }
        System.out.println("BTF round trip: " + RANDOM_BLOBS + " blobs, " + compared + " types");
    }

    private static BtfType randomType(Random random, int id) {
        int to = random.nextInt(50);
        String name = "n" + random.nextInt(1000);
        boolean flag = random.nextBoolean();
        Linkage linkage = flag ? Linkage.GLOBAL : Linkage.EXTERN;
        return switch (random.nextInt(19)) {
            case 0 -> new BtfType.Int(id, name, 1 << random.nextInt(5), random.nextInt(8), 0, random.nextInt(129));
            case 1 -> new BtfType.Pointer(id, to);
            case 2 -> new BtfType.Array(id, to, to, random.nextLong(1L << 32));
            case 3 -> new BtfType.Struct(id, name, random.nextLong(1L << 32), members(random));
            case 4 -> new BtfType.Union(id, name, random.nextLong(1L << 32), members(random));
            case 5 -> new BtfType.Enum(id, name, 4, flag, constants(random, flag ? random::nextInt : () -> to));
            case 6 -> new BtfType.Enum64(id, name, 8, flag, constants(random, random::nextLong));
            case 7 -> new BtfType.Forward(id, name, flag);
            case 8 -> new BtfType.Typedef(id, name, to);
            case 9 -> new BtfType.Volatile(id, to);
            case 10 -> new BtfType.Const(id, to);
            case 11 -> new BtfType.Restrict(id, to);
            case 12 -> new BtfType.Function(id, name, to, linkage);
            case 13 -> new BtfType.FunctionPrototype(id, to, List.of(new Parameter(name, to + 1)), flag);
            case 14 -> new BtfType.Variable(id, name, to, linkage);
            case 15 -> new BtfType.DataSection(id, name, to, List.of(new Placement(to, 4, 8)));
            case 16 -> new BtfType.Float(id, name, 8);
            case 17 -> new BtfType.DeclTag(id, name, to, random.nextInt(5) - 1, flag);
            default -> new BtfType.TypeTag(id, name, to, flag);
        };
    }

    private static List<Member> members(Random random) {
        boolean bitFields = random.nextBoolean();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < random.nextInt(6); i++) {
            long offset = bitFields ? random.nextInt(1 << 24) : random.nextLong(1L << 32);
            members.add(new Member("m" + i, random.nextInt(50), offset, 0));
        }
        if (bitFields) {
            members.add(new Member("bits", 1, random.nextInt(1 << 24), 1 + random.nextInt(255)));
        }
        return members;
    }

    private static List<Constant> constants(Random random, java.util.function.LongSupplier values) {
        List<Constant> constants = new ArrayList<>();
        for (int i = 0; i < random.nextInt(5); i++) {
            constants.add(new Constant("C" + i, values.getAsLong()));
        }
        return constants;
    }

    @Test
    void givesEqualTypesOneId() {
        int number = builder.integer("int", 4, true);
        assertThat(builder.integer("int", 4, true)).isEqualTo(number);
        assertThat(builder.integer("int", 4, false)).isNotEqualTo(number);
        assertThat(builder.pointer(number)).isEqualTo(builder.pointer(number));
        int array = builder.array(number, 7);
        Btf btf = Btf.of(ByteBuffer.wrap(builder.encode()));
        assertThat(btf.size(array)).isEqualTo(28);
        assertThat(btf.typeCount()).isEqualTo(5);
    }

    @Test
    void keepsEachStringOnce() {
        int first = builder.string("Trace.java");
        assertThat(builder.string("other")).isNotEqualTo(first);
        assertThat(builder.string("Trace.java")).isEqualTo(first);
        assertThat(builder.string("")).isZero();
        assertThat(builder.encode()).hasSize(24 + 1 + 11 + 6);
    }

    @Test
    void writesTheHeaderTheKernelReads() {
        builder.integer("int", 4, true);
        ByteBuffer blob = ByteBuffer.wrap(builder.encode()).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(blob.getInt()).isEqualTo(0x0001eb9f);
        assertThat(blob.getInt()).isEqualTo(24);
        assertThat(List.of(blob.getInt(), blob.getInt(), blob.getInt(), blob.getInt()))
                .containsExactly(0, 16, 16, 5);
        assertThat(List.of(blob.getInt(), blob.getInt(), blob.getInt(), blob.getInt()))
                .containsExactly(1, 1 << 24, 4, 1 << 24 | 32);
        assertThat(new String(blob.array(), blob.position(), 5, StandardCharsets.US_ASCII))
                .isEqualTo("\0int\0");
    }

    @Test
    void writesWhatMapsAndProgramsCarry() {
        int u64 = builder.integer("long unsigned int", 8, false);
        int key = builder.struct("key", 16, List.of(new Member("pid", u64, 0, 0), new Member("stack", u64, 64, 0)));
        int prototype = builder.functionPrototype(u64, List.of(new Parameter("ctx", builder.pointer(key))));
        int function = builder.function("on$open", prototype, Linkage.STATIC);
        Btf btf = Btf.of(ByteBuffer.wrap(builder.encode()));
        assertThat(btf.field(key, "stack").offset()).isEqualTo(8);
        assertThat(btf.print(function)).isEqualTo("long unsigned int on_open(struct key *ctx)");
    }

    @Test
    void makesNamesTheKernelTakes() {
        assertThat(BtfBuilder.identifier("lambda$main$0")).isEqualTo("lambda_main_0");
        assertThat(BtfBuilder.identifier("9lives")).isEqualTo("_lives");
        assertThat(BtfBuilder.identifier("größe")).isEqualTo("gr__e");
        assertThat(BtfBuilder.identifier("x".repeat(500))).hasSize(127);
    }

    @Test
    void refusesWhatTheKernelWouldRefuse() {
        assertThatThrownBy(() -> builder.functionPrototype(0, List.of(new Parameter("", 0))))
                .hasMessageContaining("without a name");
        assertThatThrownBy(() -> builder.string("a\0b")).hasMessageContaining("zero character");
        assertThatThrownBy(() -> builder.add(new BtfType.Void())).hasMessageContaining("void");
    }

    @Test
    void continuesTheIdsAndStringsOfABase() {
        Btf base = SampleTypes.btf();
        BtfBuilder split = BtfBuilder.upon(base);
        int struct = split.struct("module_state", 8, List.of(new Member("file", SampleTypes.FILE_POINTER, 0, 0)));
        assertThat(struct).isEqualTo(base.typeCount());
        Btf btf = Btf.of(ByteBuffer.wrap(split.encode()), base);
        assertThat(btf.field("module_state", "file.inode.number").steps()).hasSize(3);
        assertThat(btf.find("file", BtfType.Struct.class)).isPresent();
        assertThat(btf.enumValue("RED")).hasValue(0);
        assertThat(btf.functions("*")).isEmpty();
        assertThat(base.find("module_state", BtfType.Struct.class)).isEmpty();
    }
}
