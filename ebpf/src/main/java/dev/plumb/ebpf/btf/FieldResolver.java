package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Composite;
import dev.plumb.ebpf.btf.BtfType.Member;
import dev.plumb.ebpf.btf.FieldPath.BitField;
import dev.plumb.ebpf.btf.FieldPath.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Walks a field path through structs, unions, arrays and pointers; one instance serves one walk.
final class FieldResolver {
    private static final int MAX_NAMES_IN_HINT = 12;

    private final Btf btf;
    private final String root;
    private final String path;
    private final List<Step> steps = new ArrayList<>();
    private final StringBuilder walked = new StringBuilder();
    private int objectStart;
    private int type;
    private long bitOffset;
    private int bitSize;

    FieldResolver(Btf btf, String root, String path) {
        this.btf = btf;
        this.root = root;
        this.path = path;
    }

    /// Resolves the path from a type, or from what it points to if it is a pointer.
    FieldPath resolve(int rootType) {
        type = btf.resolved(rootType) instanceof BtfType.Pointer pointer ? pointer.target() : rootType;
        for (PathElement element : PathElement.parse(path)) {
            if (element instanceof PathElement.Index index) {
                index(index);
                walked.append('[').append(index.index()).append(']');
            } else if (element instanceof PathElement.Named named) {
                member(named.name());
                walked.append(walked.isEmpty() ? "" : ".").append(named.name());
            }
        }
        return finish();
    }

    private void member(String name) {
        refuseBitField();
        follow();
        Composite composite = composite(name);
        Found found = find(composite, name);
        if (found == null) {
            List<String> names = memberNames(composite);
            String hint = Suggestions.hint(name, names.stream());
            throw missing(
                    btf.print(composite.id()) + " has no member '" + name + "'", hint != null ? hint : list(names));
        }
        type = found.member.type();
        bitOffset += found.bitOffset;
        bitSize = found.member.bitSize();
        if (bitSize == 0 && btf.resolved(type) instanceof BtfType.Int number && number.bits() < 8 * number.size()) {
            bitSize = number.bits();
            bitOffset += number.bitOffset();
        }
    }

    private void index(PathElement.Index index) {
        refuseBitField();
        BtfType indexed = btf.resolved(type);
        int element;
        if (indexed instanceof BtfType.Array array) {
            if (array.count() != 0 && index.index() >= array.count()) {
                throw missing(btf.print(array.id()) + " has no element " + index, null);
            }
            element = array.element();
        } else if (indexed instanceof BtfType.Pointer pointer) {
            element = pointer.target();
            follow();
        } else {
            throw missing(btf.print(indexed.id()) + " has no elements", null);
        }
        long size = btf.size(element);
        if (size > 0 && index.index() > Integer.MAX_VALUE / size) {
            throw missing("element " + index + " lies beyond 2 GiB", null);
        }
        bitOffset += size * 8 * index.index();
        type = element;
    }

    /// Ends the current object where its field is a pointer: the walk goes on in what it points to.
    private void follow() {
        if (btf.resolved(type) instanceof BtfType.Pointer pointer) {
            steps.add(step());
            objectStart = walked.length();
            type = pointer.target();
            bitOffset = 0;
        }
    }

    private Step step() {
        String part = walked.substring(objectStart);
        if (bitOffset / 8 > Integer.MAX_VALUE) {
            throw missing("its offset exceeds 2 GiB", null);
        }
        return new Step(part.startsWith(".") ? part.substring(1) : part, (int) (bitOffset / 8));
    }

    private Composite composite(String name) {
        BtfType found = btf.resolved(type);
        if (found instanceof BtfType.Forward forward) {
            found = btf.definition(forward).orElse(null);
            if (found == null) {
                throw missing(
                        btf.print(forward.id()) + " is declared but not defined here",
                        "it may be defined in the BTF of a module");
            }
        }
        if (found instanceof Composite composite) {
            return composite;
        }
        throw missing(btf.print(found.id()) + " has no members, so no '" + name + "'", null);
    }

    private record Found(Member member, long bitOffset) {}

    private record Inner(Composite composite, long bitOffset) {}

    /// Looks for a member here and in anonymous structs and unions, each searched once however often it occurs.
    private @Nullable Found find(Composite outer, String name) {
        Deque<Inner> queue = new ArrayDeque<>(List.of(new Inner(outer, 0)));
        Set<Integer> seen = new HashSet<>(Set.of(outer.id()));
        while (!queue.isEmpty()) {
            Inner inner = queue.remove();
            for (Member member : inner.composite.members()) {
                long offset = inner.bitOffset + member.bitOffset();
                if (member.name().equals(name)) {
                    return new Found(member, offset);
                }
                if (member.name().isEmpty()
                        && btf.resolved(member.type()) instanceof Composite anonymous
                        && seen.add(anonymous.id())) {
                    queue.add(new Inner(anonymous, offset));
                }
            }
        }
        return null;
    }

    private List<String> memberNames(Composite outer) {
        Deque<Composite> queue = new ArrayDeque<>(List.of(outer));
        Set<Integer> seen = new HashSet<>(Set.of(outer.id()));
        List<String> names = new ArrayList<>();
        while (!queue.isEmpty()) {
            for (Member member : queue.remove().members()) {
                if (!member.name().isEmpty()) {
                    names.add(member.name());
                } else if (btf.resolved(member.type()) instanceof Composite anonymous && seen.add(anonymous.id())) {
                    queue.add(anonymous);
                }
            }
        }
        return names;
    }

    private static @Nullable String list(List<String> names) {
        if (names.isEmpty()) {
            return null;
        }
        String listed = String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMES_IN_HINT)));
        return "it has " + listed + (names.size() > MAX_NAMES_IN_HINT ? ", ..." : "");
    }

    private FieldPath finish() {
        BtfType resolved = btf.resolved(type);
        boolean signed = (resolved instanceof BtfType.Int number && number.signed())
                || (resolved instanceof BtfType.Enumeration constants && constants.signed());
        long size = btf.size(type);
        BitField bits = null;
        if (bitSize > 0) {
            size = storageBytes(size);
            long start = bitOffset / (8 * size) * (8 * size);
            bits = new BitField((int) (bitOffset - start), bitSize);
            bitOffset = start;
        }
        steps.add(step());
        return new FieldPath(root, path, steps, btf.type(type), resolved, size, signed, bits);
    }

    /// The smallest aligned storage, from that of the declared type up, that holds the whole bit-field.
    private long storageBytes(long declared) {
        for (long bytes = 1; bytes <= 8; bytes *= 2) {
            long start = bitOffset / (8 * bytes) * (8 * bytes);
            if (bytes >= declared && bitOffset + bitSize - start <= 8 * bytes) {
                return bytes;
            }
        }
        throw missing("the bit-field lies across 8 aligned bytes and cannot be loaded at once", null);
    }

    private void refuseBitField() {
        if (bitSize > 0) {
            throw missing("a bit-field has no members or elements", null);
        }
    }

    private MissingFieldException missing(String reason, @Nullable String hint) {
        String where = walked.isEmpty() ? "" : " (after '" + walked + "')";
        return new MissingFieldException("find field " + root + "." + path, reason + where, hint);
    }
}
