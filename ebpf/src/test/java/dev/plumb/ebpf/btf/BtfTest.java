package dev.plumb.ebpf.btf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BtfTest {
    private final Btf btf = SampleTypes.btf();

    @Test
    void findsTypesByNameAndKind() {
        assertThat(btf.find("either", BtfType.Union.class))
                .hasValueSatisfying(it -> assertThat(it.id()).isEqualTo(39));
        assertThat(btf.find("either", BtfType.Forward.class))
                .hasValueSatisfying(it -> assertThat(it.id()).isEqualTo(40));
        assertThat(btf.find("either", BtfType.Struct.class)).isEmpty();
        assertThat(btf.find("", BtfType.Struct.class)).isEmpty();
        assertThat(btf.find("eithe", BtfType.Union.class)).isEmpty();
        assertThat(btf.find("eithers", BtfType.Union.class)).isEmpty();
    }

    @Test
    void findsTheSameThroughScanAndTable() {
        for (int round = 0; round < 10; round++) {
            for (BtfType type : SampleTypes.all()) {
                if (!type.name().isEmpty()) {
                    assertThat(btf.find(type.name(), type.getClass()).orElseThrow())
                            .isEqualTo(type);
                }
            }
            assertThat(btf.find("missing", BtfType.class)).isEmpty();
        }
    }

    @Test
    void findsEnumValues() {
        assertThat(btf.enumValue("color", "INFRARED")).hasValue(-1);
        assertThat(btf.enumValue("INFRARED")).hasValue(-1);
        assertThat(btf.enumValue("flags", "FLAG_HIGH")).hasValue(1L << 62);
        assertThat(btf.enumValue("FLAG_HIGH")).hasValue(1L << 62);
        assertThat(btf.enumValue("color", "FLAG_HIGH")).isEmpty();
        assertThat(btf.enumValue("ULTRAVIOLET")).isEmpty();
        assertThat(btf.enumValue("file", "RED")).isEmpty();
    }

    @Test
    void describesFunctions() {
        Signature signature = btf.signature("read").orElseThrow();
        assertThat(signature.toString()).isEqualTo("long read(struct file *file, char buffer)");
        assertThat(signature.parameters().getFirst())
                .isEqualTo(new Signature.Parameter(
                        "file", SampleTypes.FILE_POINTER, "struct file *", "struct file *file"));
        assertThat(signature.returnType()).isEqualTo(SampleTypes.LONG);
        assertThat(btf.signature("write")).isEmpty();
        assertThat(btf.signature("file")).isEmpty();
    }

    @Test
    void describesTracepointsWithNamesAndWithoutTheirData() {
        assertThat(btf.tracepoint("file_open")).hasToString("Optional[void file_open(struct file *file)]");
        assertThat(btf.tracepoint("file_close")).isEmpty();
    }

    @Test
    void listsFunctionsByPattern() {
        assertThat(btf.functions("*"))
                .extracting(BtfType.Function::name)
                .containsExactly("read", "__traceiter_file_open");
        assertThat(btf.functions("r?ad")).hasSize(1);
        assertThat(btf.functions("rea")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 4", "3, 1", "11, 88", "12, 8", "20, 24", "10, 16", "21, 88", "31, 4", "33, 4", "34, 8", "35, 8", "30, 8"
    })
    void knowsSizes(int id, long size) {
        assertThat(btf.size(id)).isEqualTo(size);
    }

    @Test
    void refusesTheSizeOfWhatHasNone() {
        assertThatThrownBy(() -> btf.size(0)).hasMessage("take the size of void: it has none");
        assertThatThrownBy(() -> btf.size(SampleTypes.READ)).hasMessageContaining("it has none");
        assertThatThrownBy(() -> btf.size(SampleTypes.HIDDEN)).hasMessageContaining("struct hidden");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | void",
                "1 | int",
                "12 | struct file *",
                "13 | struct file *const",
                "14 | struct file *const *",
                "10 | char[16]",
                "18 | int (*)(struct inode *inode, ...)",
                "19 | enum color",
                "7 | struct {...}",
                "21 | file_t",
                "38 | char __user *",
                "31 | volatile int",
                "40 | union either",
                "32 | void *restrict",
                "25 | void (*)(void *, struct file *)",
                "33 | int counter"
            })
    void printsTypesAsCDoes(int id, String text) {
        assertThat(btf.print(id)).isEqualTo(text);
    }

    @Test
    void declaresNames() {
        assertThat(btf.declare(SampleTypes.NAME, "comm")).isEqualTo("char comm[16]");
        assertThat(btf.declare(SampleTypes.OPEN_POINTER, "open")).isEqualTo("int (*open)(struct inode *inode, ...)");
        BtfBuilder builder = new BtfBuilder();
        int number = builder.integer("int", 4, true);
        int rows = builder.array(builder.array(number, 3), 2);
        int rowsPointer = builder.pointer(rows);
        int handler = builder.pointer(builder.functionPrototype(0, List.of(new Parameter("sig", number))));
        int signal = builder.function(
                "signal", builder.functionPrototype(handler, List.of(new Parameter("f", handler))), Linkage.STATIC);
        Btf other = Btf.of(ByteBuffer.wrap(builder.encode()));
        assertThat(other.declare(rows, "m")).isEqualTo("int m[2][3]");
        assertThat(other.declare(rowsPointer, "p")).isEqualTo("int (*p)[2][3]");
        assertThat(other.print(signal)).isEqualTo("void (*signal(void (*f)(int sig)))(int sig)");
    }

    @Test
    void looksInAModuleBeforeItsKernel() {
        BtfBuilder module = BtfBuilder.upon(btf);
        int own = module.struct("inode", 32, List.of());
        Btf split = Btf.of(ByteBuffer.wrap(module.encode()), btf);
        assertThat(split.find("inode", BtfType.Struct.class).orElseThrow().id()).isEqualTo(own);
        assertThat(split.type(SampleTypes.INODE).name()).isEqualTo("inode");
        assertThat(split.signature("read")).isPresent();
    }
}
