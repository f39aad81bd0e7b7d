package dev.plumb.ebpf.btf;

import dev.plumb.ebpf.btf.BtfType.Linkage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjIntConsumer;

/// The raw dump of bpftool: run on a file, and written by us for a type, to compare the two.
final class BpftoolDump {
    private BpftoolDump() {}

    /// Runs bpftool and hands over the lines of each type, the first without its id.
    static void forEachType(Path file, Path base, ObjIntConsumer<List<String>> types) {
        List<String> command = new ArrayList<>(List.of("bpftool"));
        if (!file.equals(base)) {
            command.addAll(List.of("-B", base.toString()));
        }
        command.addAll(List.of("btf", "dump", "file", file.toString()));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                read(lines, types);
            }
            if (process.waitFor() != 0) {
                throw new AssertionError(command + " failed with " + process.exitValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("these tests compare with bpftool; install the package bpftool", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void read(BufferedReader lines, ObjIntConsumer<List<String>> types) throws IOException {
        List<String> current = new ArrayList<>();
        int id = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("[")) {
                if (!current.isEmpty()) {
                    types.accept(current, id);
                }
                current.clear();
                int end = line.indexOf(']');
                id = Integer.parseInt(line, 1, end, 10);
                current.add(line.substring(end + 2));
            } else {
                current.add(line.strip().replaceFirst(" \\(VAR .*", ""));
            }
        }
        types.accept(current, id);
    }

    static List<String> write(BtfType type) {
        String name = quoted(type.name());
        List<String> lines = new ArrayList<>();
        switch (type) {
            case BtfType.Int it ->
                lines.add("INT %s size=%d bits_offset=%d nr_bits=%d encoding=%s"
                        .formatted(name, it.size(), it.bitOffset(), it.bits(), encoding(it)));
            case BtfType.Float it -> lines.add("FLOAT %s size=%d".formatted(name, it.size()));
            case BtfType.Pointer it -> lines.add("PTR %s type_id=%d".formatted(name, it.target()));
            case BtfType.Array it ->
                lines.add("ARRAY %s type_id=%d index_type_id=%d nr_elems=%d"
                        .formatted(name, it.element(), it.index(), it.count()));
            case BtfType.Composite it -> composite(it, name, lines);
            case BtfType.Enumeration it -> enumeration(it, name, lines);
            case BtfType.Forward it -> lines.add("FWD %s fwd_kind=%s".formatted(name, it.union() ? "union" : "struct"));
            case BtfType.Modifier it -> lines.add("%s %s type_id=%d".formatted(modifier(it), name, it.target()));
            case BtfType.Function it ->
                lines.add("FUNC %s type_id=%d linkage=%s".formatted(name, it.prototype(), linkage(it.linkage())));
            case BtfType.FunctionPrototype it -> prototype(it, lines);
            case BtfType.Variable it ->
                lines.add("VAR %s type_id=%d, linkage=%s".formatted(name, it.type(), linkage(it.linkage())));
            case BtfType.DataSection it -> {
                lines.add("DATASEC %s size=%d vlen=%d"
                        .formatted(name, it.size(), it.variables().size()));
                it.variables()
                        .forEach(at -> lines.add(
                                "type_id=%d offset=%d size=%d".formatted(at.variable(), at.offset(), at.size())));
            }
            case BtfType.DeclTag it ->
                lines.add("DECL_TAG %s type_id=%d component_idx=%d".formatted(name, it.target(), it.component()));
            case BtfType.Void it -> throw new AssertionError(it);
            case BtfType.Unknown it -> throw new AssertionError(it);
        }
        return lines;
    }

    private static String quoted(String name) {
        return name.isEmpty() ? "'(anon)'" : "'" + name + "'";
    }

    private static String encoding(BtfType.Int type) {
        return type.signed() ? "SIGNED" : type.character() ? "CHAR" : type.bool() ? "BOOL" : "(none)";
    }

    private static String linkage(Linkage linkage) {
        return linkage.name().toLowerCase(Locale.ROOT);
    }

    private static String modifier(BtfType.Modifier type) {
        return type instanceof BtfType.TypeTag
                ? "TYPE_TAG"
                : type.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }

    private static void composite(BtfType.Composite type, String name, List<String> lines) {
        lines.add("%s %s size=%d vlen=%d"
                .formatted(
                        type instanceof BtfType.Struct ? "STRUCT" : "UNION",
                        name,
                        type.size(),
                        type.members().size()));
        for (BtfType.Member member : type.members()) {
            String bits = member.bitSize() > 0 ? " bitfield_size=" + member.bitSize() : "";
            lines.add("%s type_id=%d bits_offset=%d%s"
                    .formatted(quoted(member.name()), member.type(), member.bitOffset(), bits));
        }
    }

    private static void enumeration(BtfType.Enumeration type, String name, List<String> lines) {
        boolean wide = type instanceof BtfType.Enum64;
        lines.add("%s %s encoding=%s size=%d vlen=%d"
                .formatted(
                        wide ? "ENUM64" : "ENUM",
                        name,
                        type.signed() ? "SIGNED" : "UNSIGNED",
                        type.size(),
                        type.constants().size()));
        String suffix = wide ? (type.signed() ? "LL" : "ULL") : "";
        type.constants()
                .forEach(it -> lines.add(quoted(it.name())
                        + " val="
                        + (type.signed() ? Long.toString(it.value()) : Long.toUnsignedString(it.value()))
                        + suffix));
    }

    private static void prototype(BtfType.FunctionPrototype type, List<String> lines) {
        int count = type.parameters().size() + (type.variadic() ? 1 : 0);
        lines.add("FUNC_PROTO '(anon)' ret_type_id=%d vlen=%d".formatted(type.returnType(), count));
        type.parameters().forEach(it -> lines.add(quoted(it.name()) + " type_id=" + it.type()));
        if (type.variadic()) {
            lines.add("'(anon)' type_id=0");
        }
    }
}
