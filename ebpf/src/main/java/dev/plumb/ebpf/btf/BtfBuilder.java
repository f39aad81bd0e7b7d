package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Linkage;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.BtfType.Parameter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Makes the BTF that programs and maps carry into the kernel: function and line information, key and value types.
///
/// The named methods return the id of an equal type if there is one already; [#add(BtfType)] always adds. Not safe for
/// several threads.
public final class BtfBuilder {
    private static final int MAX_NAME = 127;

    private final int firstId;
    private final StringTable strings;
    private final ByteSink types = new ByteSink();
    private final Map<ByteBuffer, Integer> known = new HashMap<>();
    private int count;

    /// Starts BTF of its own.
    public BtfBuilder() {
        this(1, 0);
    }

    private BtfBuilder(int firstId, int firstString) {
        this.firstId = firstId;
        this.strings = new StringTable(firstString);
    }

    /// Starts split BTF, whose ids continue those of its base.
    public static BtfBuilder upon(Btf base) {
        return new BtfBuilder(base.typeCount(), base.stringBytes());
    }

    /// Adds a type and returns its id; the id in the record itself is not looked at.
    public int add(BtfType type) {
        return append(TypeEncoder.encode(type, strings));
    }

    private int append(byte[] record) {
        types.bytes(record);
        int id = firstId + count++;
        known.putIfAbsent(ByteBuffer.wrap(record), id);
        return id;
    }

    private int intern(BtfType type) {
        byte[] record = TypeEncoder.encode(type, strings);
        Integer id = known.get(ByteBuffer.wrap(record));
        return id != null ? id : append(record);
    }

    /// An integer such as `integer("int", 4, true)`.
    public int integer(String name, int sizeBytes, boolean signed) {
        int encoding = signed ? BtfType.Int.SIGNED : 0;
        return intern(new BtfType.Int(0, name, sizeBytes, encoding, 0, 8 * sizeBytes));
    }

    /// A pointer; to id 0 it is `void *`.
    public int pointer(int target) {
        return intern(new BtfType.Pointer(0, target));
    }

    /// An array of so many elements.
    public int array(int element, long elements) {
        return intern(new BtfType.Array(0, element, integer("int", 4, true), elements));
    }

    /// A struct with its members, whose offsets are in bits.
    public int struct(String name, long sizeBytes, List<Member> members) {
        return intern(new BtfType.Struct(0, identifier(name), sizeBytes, members));
    }

    /// A prototype. The kernel wants a name for each parameter of a function.
    public int functionPrototype(int returnType, List<Parameter> parameters) {
        for (Parameter parameter : parameters) {
            if (parameter.name().isEmpty()) {
                throw new IllegalArgumentException("function prototype: the kernel refuses parameters without a name");
            }
        }
        return intern(new BtfType.FunctionPrototype(0, returnType, parameters, false));
    }

    /// A function. The verifier checks a global one by itself, a static one where it is called.
    public int function(String name, int prototype, Linkage linkage) {
        return intern(new BtfType.Function(0, identifier(name), prototype, linkage));
    }

    /// The offset of a string, added if it is not there yet.
    public int string(String text) {
        return strings.offset(text);
    }

    /// The blob to load with `BPF_BTF_LOAD`. More may be added afterwards, for another blob.
    public byte[] encode() {
        byte[] typeBytes = types.toByteArray();
        byte[] stringBytes = strings.toByteArray();
        ByteBuffer blob = ByteBuffer.allocate(BtfHeader.BYTES + typeBytes.length + stringBytes.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        blob.putShort(BtfHeader.MAGIC).put(BtfHeader.VERSION).put((byte) 0).putInt(BtfHeader.BYTES);
        blob.putInt(0).putInt(typeBytes.length);
        blob.putInt(typeBytes.length).putInt(stringBytes.length);
        return blob.put(typeBytes).put(stringBytes).array();
    }

    /// A name as the kernel takes one: a C identifier of at most 127 characters. Others, such as the `$` that Java has
    /// in the names of lambdas, become `_`.
    public static String identifier(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(name.length(), MAX_NAME); i++) {
            char c = name.charAt(i);
            boolean letter = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean digit = c >= '0' && c <= '9';
            text.append(letter || (digit && i > 0) ? c : '_');
        }
        return text.toString();
    }
}
