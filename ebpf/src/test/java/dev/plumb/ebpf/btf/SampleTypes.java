package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Constant;
import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import dev.plumb.ebpf.btf.BtfType.Placement;
import java.nio.ByteBuffer;
import java.util.List;

/// A small world of types with every kind of BTF in it.
///
/// ```
/// struct inode { long number; };
/// struct file {
///     struct inode *inode;                       offset 0
///     union { int count; struct { short low, high; }; };   8
///     unsigned int ready:1, level:3;             12, bits 0 and 1-3
///     signed delta:5;                            12, bits 4-8
///     char name[16];                             16
///     struct file *const *others;                32
///     struct hidden *hidden;                     40
///     int (*open)(struct inode *inode, ...);     48
///     enum color color;                          56
///     struct inode inodes[3];                    64
/// };
/// ```
final class SampleTypes {
    static final int INT = 1;
    static final int LONG = 2;
    static final int CHAR = 3;
    static final int INODE = 4;
    static final int INODE_POINTER = 5;
    static final int SHORT = 6;
    static final int ANONYMOUS_STRUCT = 7;
    static final int ANONYMOUS_UNION = 8;
    static final int UNSIGNED = 9;
    static final int NAME = 10;
    static final int FILE = 11;
    static final int FILE_POINTER = 12;
    static final int CONST_FILE_POINTER = 13;
    static final int OTHERS = 14;
    static final int HIDDEN = 15;
    static final int HIDDEN_POINTER = 16;
    static final int OPEN = 17;
    static final int OPEN_POINTER = 18;
    static final int COLOR = 19;
    static final int INODES = 20;
    static final int FILE_TYPEDEF = 21;
    static final int READ_PROTOTYPE = 22;
    static final int READ = 23;
    static final int TRACE_PROTOTYPE = 24;
    static final int TRACE_POINTER = 25;
    static final int TRACE_TYPEDEF = 26;
    static final int TRACEITER_PROTOTYPE = 27;
    static final int VOID_POINTER = 29;

    private SampleTypes() {}

    static List<BtfType> all() {
        return List.of(
                new BtfType.Int(INT, "int", 4, BtfType.Int.SIGNED, 0, 32),
                new BtfType.Int(LONG, "long", 8, BtfType.Int.SIGNED, 0, 64),
                new BtfType.Int(CHAR, "char", 1, BtfType.Int.CHAR, 0, 8),
                new BtfType.Struct(INODE, "inode", 8, List.of(new Member("number", LONG, 0, 0))),
                new BtfType.Pointer(INODE_POINTER, INODE),
                new BtfType.Int(SHORT, "short", 2, BtfType.Int.SIGNED, 0, 16),
                new BtfType.Struct(
                        ANONYMOUS_STRUCT,
                        "",
                        4,
                        List.of(new Member("low", SHORT, 0, 0), new Member("high", SHORT, 16, 0))),
                new BtfType.Union(
                        ANONYMOUS_UNION,
                        "",
                        4,
                        List.of(new Member("count", INT, 0, 0), new Member("", ANONYMOUS_STRUCT, 0, 0))),
                new BtfType.Int(UNSIGNED, "unsigned int", 4, 0, 0, 32),
                new BtfType.Array(NAME, CHAR, INT, 16),
                file(),
                new BtfType.Pointer(FILE_POINTER, FILE),
                new BtfType.Const(CONST_FILE_POINTER, FILE_POINTER),
                new BtfType.Pointer(OTHERS, CONST_FILE_POINTER),
                new BtfType.Forward(HIDDEN, "hidden", false),
                new BtfType.Pointer(HIDDEN_POINTER, HIDDEN),
                new BtfType.FunctionPrototype(OPEN, INT, List.of(new Parameter("inode", INODE_POINTER)), true),
                new BtfType.Pointer(OPEN_POINTER, OPEN),
                new BtfType.Enum(
                        COLOR, "color", 4, true, List.of(new Constant("RED", 0), new Constant("INFRARED", -1))),
                new BtfType.Array(INODES, INODE, INT, 3),
                new BtfType.Typedef(FILE_TYPEDEF, "file_t", FILE),
                new BtfType.FunctionPrototype(
                        READ_PROTOTYPE,
                        LONG,
                        List.of(new Parameter("file", FILE_POINTER), new Parameter("buffer", CHAR)),
                        false),
                new BtfType.Function(READ, "read", READ_PROTOTYPE, Linkage.GLOBAL),
                new BtfType.FunctionPrototype(
                        TRACE_PROTOTYPE,
                        0,
                        List.of(new Parameter("", VOID_POINTER), new Parameter("", FILE_POINTER)),
                        false),
                new BtfType.Pointer(TRACE_POINTER, TRACE_PROTOTYPE),
                new BtfType.Typedef(TRACE_TYPEDEF, "btf_trace_file_open", TRACE_POINTER),
                new BtfType.FunctionPrototype(
                        TRACEITER_PROTOTYPE,
                        INT,
                        List.of(new Parameter("__data", VOID_POINTER), new Parameter("file", FILE_POINTER)),
                        false),
                new BtfType.Function(28, "__traceiter_file_open", TRACEITER_PROTOTYPE, Linkage.STATIC),
                new BtfType.Pointer(VOID_POINTER, 0),
                new BtfType.Enum64(
                        30,
                        "flags",
                        8,
                        false,
                        List.of(new Constant("FLAG_LOW", 1), new Constant("FLAG_HIGH", 1L << 62))),
                new BtfType.Volatile(31, INT),
                new BtfType.Restrict(32, VOID_POINTER),
                new BtfType.Variable(33, "counter", INT, Linkage.GLOBAL),
                new BtfType.DataSection(34, ".data", 8, List.of(new Placement(33, 4, 4))),
                new BtfType.Float(35, "double", 8),
                new BtfType.DeclTag(36, "kfunc", READ, -1, false),
                new BtfType.TypeTag(37, "user", CHAR, false),
                new BtfType.Pointer(38, 37),
                new BtfType.Union(39, "either", 4, List.of(new Member("one", INT, 0, 0))),
                new BtfType.Forward(40, "either", true));
    }

    private static BtfType file() {
        return new BtfType.Struct(
                FILE,
                "file",
                88,
                List.of(
                        new Member("inode", INODE_POINTER, 0, 0),
                        new Member("", ANONYMOUS_UNION, 64, 0),
                        new Member("ready", UNSIGNED, 96, 1),
                        new Member("level", UNSIGNED, 97, 3),
                        new Member("delta", INT, 100, 5),
                        new Member("name", NAME, 128, 0),
                        new Member("others", OTHERS, 256, 0),
                        new Member("hidden", HIDDEN_POINTER, 320, 0),
                        new Member("open", OPEN_POINTER, 384, 0),
                        new Member("color", COLOR, 448, 0),
                        new Member("inodes", INODES, 512, 0)));
    }

    static byte[] bytes() {
        BtfBuilder builder = new BtfBuilder();
        all().forEach(builder::add);
        return builder.encode();
    }

    static Btf btf() {
        return Btf.of(ByteBuffer.wrap(bytes()));
    }
}
