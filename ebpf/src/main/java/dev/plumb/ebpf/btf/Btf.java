package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.BpfException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The types of a kernel, of one of its modules or of a BTF file, read where they lie.
///
/// Opening makes one pass over the records and keeps one int for each type (half a megabyte for a kernel); types become
/// objects when asked for, and hold no memory of the file. Immutable to its callers and safe for any thread. There is
/// nothing to close. [KernelBtf] opens what the running kernel offers.
///
/// Module BTF is split: its ids and strings continue those of the kernel, and questions look in the module first.
public final class Btf {
    /// The kernel keeps a typedef of this prefix for each tracepoint.
    private static final String TRACEPOINT = "btf_trace_";

    /// More typedefs and qualifiers than this in a row are a loop.
    static final int MAX_CHAIN = 64;

    private static final int MAX_ROOTS = 16;
    private static final BtfType VOID = new BtfType.Void();

    private final String source;
    private final @Nullable Btf base;
    private final StringSection strings;
    private final TypeSection types;
    private final NameIndex names;

    private Btf(ByteBuffer memory, @Nullable Btf base, String source) {
        ByteBuffer little = memory.slice().order(ByteOrder.LITTLE_ENDIAN);
        BtfHeader header = BtfHeader.read(little, source);
        this.source = source;
        this.base = base;
        this.strings = new StringSection(little, header, base == null ? null : base.strings, source);
        this.types = new TypeSection(little, header, base == null ? 1 : base.types.endId(), source);
        this.names = new NameIndex(types, strings);
    }

    /// Opens a file of raw BTF, mapped if it can be. The file must not shrink while it is in use.
    public static Btf open(Path file) {
        return new Btf(BtfFile.read(file), null, file.toString());
    }

    /// Opens a file of split BTF, such as a module's, upon its base.
    public static Btf open(Path file, Btf base) {
        return new Btf(BtfFile.read(file), base, file.toString());
    }

    /// Reads BTF from memory, between the buffer's position and limit; the memory must stay as it is.
    public static Btf of(ByteBuffer memory) {
        return new Btf(memory, null, "in memory");
    }

    /// Reads split BTF from memory upon its base.
    public static Btf of(ByteBuffer memory, Btf base) {
        return new Btf(memory, base, "in memory");
    }

    /// The file this was read from, or `in memory`.
    public String source() {
        return source;
    }

    /// One past the last type id, those of the base included; ids start at 0, which is void.
    public int typeCount() {
        return types.endId();
    }

    /// The bytes of all strings, where those of BTF split upon this one begin.
    int stringBytes() {
        return strings.endOffset();
    }

    /// The type with an id.
    public BtfType type(int id) {
        if (id == 0) {
            return VOID;
        }
        if (types.has(id)) {
            return TypeDecoder.decode(types, strings, source, id);
        }
        if (base != null && id > 0) {
            return base.type(id);
        }
        throw Malformed.of(source, "there is no type " + Integer.toUnsignedString(id) + " among " + typeCount());
    }

    /// The type with an id, without the typedefs, qualifiers and tags around it.
    public BtfType resolved(int id) {
        BtfType type = type(id);
        for (int i = 0; i < MAX_CHAIN; i++) {
            if (!(type instanceof BtfType.Modifier modifier)) {
                return type;
            }
            type = type(modifier.target());
        }
        throw Malformed.of(source, "type " + id + " is a loop of typedefs or qualifiers");
    }

    /// The first type of a name and a kind: `find("task_struct", BtfType.Struct.class)`.
    public <T extends BtfType> Optional<T> find(String name, Class<T> kind) {
        int[] found = ids(name, kind);
        return found.length == 0 ? Optional.empty() : Optional.of(kind.cast(type(found[0])));
    }

    // Like all that one lookup in a fresh process runs through, this avoids lambdas, pattern switches and string
    // concatenation: the first of each costs the JVM more than the lookup itself.
    private int[] ids(String name, Class<? extends BtfType> wanted) {
        int[] found = names.ids(name.getBytes(StandardCharsets.UTF_8));
        int count = 0;
        for (int id : found) {
            Kind kind = types.kind(id);
            if (kind != null && wanted.isAssignableFrom(kind.type())) {
                found[count++] = id;
            }
        }
        int[] inBase = base == null ? new int[0] : base.ids(name, wanted);
        int[] all = Arrays.copyOf(found, count + inBase.length);
        System.arraycopy(inBase, 0, all, count, inBase.length);
        return all;
    }

    /// The definition of a struct or union that is only declared where it was met.
    public Optional<BtfType.Composite> definition(BtfType.Forward forward) {
        return forward.union()
                ? find(forward.name(), BtfType.Union.class).map(union -> union)
                : find(forward.name(), BtfType.Struct.class).map(struct -> struct);
    }

    /// Finds a field by its path from a struct, union or typedef: `field("file", "f_path.dentry.d_name.name")`.
    ///
    /// Names lead through anonymous members and through pointers, `[2]` to an element of an array or pointer. Where
    /// the path leaves what this kernel has, the exception says at which name, and which names are near.
    ///
    /// A few names stand for several structs of a kernel; the first that has the path is meant.
    public FieldPath field(String root, String path) {
        MissingFieldException first = null;
        for (int id : roots(root)) {
            try {
                return new FieldResolver(this, root, path).resolve(id);
            } catch (MissingFieldException e) {
                first = first == null ? e : first;
            }
        }
        throw first == null ? noSuchRoot(root) : first;
    }

    /// Finds a field by its path from the type with an id, or from what that type points to if it is a pointer.
    public FieldPath field(int rootType, String path) {
        BtfType root = resolved(rootType);
        BtfType pointed = root instanceof BtfType.Pointer pointer ? resolved(pointer.target()) : root;
        return new FieldResolver(this, pointed.name(), path).resolve(rootType);
    }

    /// Whether this kernel has a field.
    public boolean hasField(String root, String path) {
        for (int id : roots(root)) {
            try {
                new FieldResolver(this, root, path).resolve(id);
                return true;
            } catch (MissingFieldException e) {
                // Another struct of the same name may have it.
            }
        }
        return false;
    }

    private int[] roots(String name) {
        int[] found;
        if (name.startsWith("struct ")) {
            found = ids(name.substring(7), BtfType.Struct.class);
        } else if (name.startsWith("union ")) {
            found = ids(name.substring(6), BtfType.Union.class);
        } else {
            found = ids(name, BtfType.Composite.class);
            found = found.length > 0 ? found : ids(name, BtfType.Typedef.class);
        }
        return found.length > MAX_ROOTS ? Arrays.copyOf(found, MAX_ROOTS) : found;
    }

    private BpfException noSuchRoot(String name) {
        String plain = name.replaceFirst("^(struct|union) ", "");
        return new MissingFieldException(
                "find type " + name,
                "there is no such struct, union or typedef (BTF " + source + ")",
                Suggestions.hint(plain, rootNames(plain.length())));
    }

    private Stream<String> rootNames(int length) {
        Stream<String> own = IntStream.range(types.firstId(), types.endId())
                .filter(id -> isRoot(types.kind(id)))
                .map(types::nameOffset)
                .filter(name -> Suggestions.near(strings.length(name, 2 * length + 2), length, length))
                .mapToObj(strings::at);
        return base == null ? own : Stream.concat(own, base.rootNames(length));
    }

    private static boolean isRoot(@Nullable Kind kind) {
        return kind == Kind.STRUCT || kind == Kind.UNION || kind == Kind.TYPEDEF;
    }

    /// The value of a constant of a named enum, or of an enum with a typedef: `("bpf_map_type", "BPF_MAP_TYPE_HASH")`.
    public OptionalLong enumValue(String enumName, String constant) {
        Optional<? extends BtfType> named = find(enumName, BtfType.Enumeration.class);
        if (named.isEmpty()) {
            named = find(enumName, BtfType.Typedef.class).map(typedef -> resolved(typedef.id()));
        }
        if (named.isPresent() && named.get() instanceof BtfType.Enumeration found) {
            return found.constants().stream()
                    .filter(candidate -> candidate.name().equals(constant))
                    .mapToLong(BtfType.Constant::value)
                    .findFirst();
        }
        return OptionalLong.empty();
    }

    /// The value of a constant of any enum, named or not.
    public OptionalLong enumValue(String constant) {
        OptionalLong own = EnumConstants.find(types, strings, constant);
        return own.isPresent() || base == null ? own : base.enumValue(constant);
    }

    /// The parameters and result of a function; empty if this BTF has no such function.
    public Optional<Signature> signature(String function) {
        return find(function, BtfType.Function.class)
                .flatMap(found -> prototype(found.prototype()))
                .map(prototype -> Signature.of(this, function, prototype));
    }

    /// The arguments of a tracepoint, as a raw or BTF tracepoint program gets them.
    ///
    /// The types come from the typedef that the kernel keeps for each tracepoint, the names from the function that
    /// calls its probes (since Linux 5.10).
    public Optional<Signature> tracepoint(String name) {
        return find(TRACEPOINT + name, BtfType.Typedef.class)
                .flatMap(typedef -> resolved(typedef.id()) instanceof BtfType.Pointer pointer
                        ? prototype(pointer.target())
                        : Optional.empty())
                .filter(prototype -> !prototype.parameters().isEmpty())
                .map(prototype -> Signature.of(this, name, prototype))
                .map(typed ->
                        typed.withNamesOf(signature("__traceiter_" + name)).withoutFirstParameter());
    }

    /// The tracepoints of this BTF, not of its base, whose names match a pattern with `*` and `?`.
    public Stream<String> tracepoints(String glob) {
        Glob pattern = new Glob(TRACEPOINT + glob);
        return IntStream.range(types.firstId(), types.endId())
                .filter(id -> types.kind(id) == Kind.TYPEDEF)
                .filter(id -> pattern.matches(strings.at(types.nameOffset(id))))
                .mapToObj(id -> type(id).name().substring(TRACEPOINT.length()));
    }

    private Optional<BtfType.FunctionPrototype> prototype(int id) {
        return resolved(id) instanceof BtfType.FunctionPrototype found ? Optional.of(found) : Optional.empty();
    }

    /// The functions of this BTF, not of its base, whose names match a pattern with `*` and `?`.
    public Stream<BtfType.Function> functions(String glob) {
        Glob pattern = new Glob(glob);
        return IntStream.range(types.firstId(), types.endId())
                .filter(id -> types.kind(id) == Kind.FUNC)
                .filter(id -> pattern.matches(strings.at(types.nameOffset(id))))
                .mapToObj(id -> (BtfType.Function) type(id));
    }

    /// The size of a type in bytes; pointers have 8.
    public long size(int id) {
        return TypeSize.of(this, id);
    }

    /// A type in C, such as `struct file *`, `char[16]` or `int (*)(struct file *)`.
    public String print(int id) {
        return new CPrinter(this).declare(id, "");
    }

    /// The declaration of a name with a type, such as `char comm[16]`.
    public String declare(int id, String name) {
        return new CPrinter(this).declare(id, name);
    }
}
