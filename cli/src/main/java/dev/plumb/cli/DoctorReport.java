package dev.plumb.cli;

import dev.plumb.ebpf.Capability;
import dev.plumb.ebpf.feature.Finding;
import dev.plumb.ebpf.feature.Support;
import dev.plumb.profile.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Shows what the doctor found.
final class DoctorReport {
    private static final int NAME_COLUMNS = 26;
    private static final String STATE = "%-15s";
    private static final String INDENT = " ".repeat(17);

    private final Style style;
    private final PrintWriter out;

    DoctorReport(Style style, PrintWriter out) {
        this.style = style;
        this.out = out;
    }

    void print(List<Finding> findings) {
        for (Finding.Area area : Finding.Area.values()) {
            List<Finding> part =
                    findings.stream().filter(finding -> finding.area() == area).toList();
            if (!part.isEmpty()) {
                out.println(style.bold(area.title()));
                printAll(part);
                out.println();
            }
        }
        summary(findings);
    }

    /// Names with the same answer share it, so that the reason stands there once.
    private void printAll(List<Finding> findings) {
        Map<Support, List<String>> answers = new LinkedHashMap<>();
        for (Finding finding : findings) {
            answers.computeIfAbsent(finding.support(), _ -> new ArrayList<>()).add(finding.name());
        }
        answers.forEach((support, names) -> print(support, String.join(", ", names)));
    }

    private void print(Support support, String names) {
        switch (support) {
            case Support.Works works -> {
                String state = "  " + style.good(String.format(STATE, "works"));
                boolean detailed = !works.detail().isEmpty();
                wrap(state, detailed ? column(names) + works.detail() : names, detailed ? NAME_COLUMNS + 1 : 0);
            }
            case Support.Missing missing -> {
                wrap("  " + style.bad(String.format(STATE, "missing")), names, 0);
                explain(missing.reason(), missing.remedy());
            }
            case Support.NotPermitted refused -> {
                wrap("  " + style.warning(String.format(STATE, "not permitted")), names, 0);
                explain(refused.reason(), refused.remedy());
            }
        }
    }

    /// The name, padded so that what follows stands in a column where names are short enough.
    private static String column(String name) {
        return String.format("%-" + NAME_COLUMNS + "s ", name);
    }

    private void explain(String reason, String remedy) {
        wrap(INDENT, style.faint("why: ") + reason, 5);
        wrap(INDENT, style.faint("do:  ") + remedy, 5);
    }

    /// Prints a text behind a first column, broken at spaces before the 80th column.
    private void wrap(String first, String text, int hang) {
        String indent = INDENT + " ".repeat(hang);
        StringBuilder line = new StringBuilder();
        String prefix = first;
        int room = Terminal.COLUMNS - INDENT.length();
        for (String word : text.split("(?<= )(?! )")) {
            if (line.length() + word.stripTrailing().length() > room && !line.isEmpty()) {
                out.println(prefix + line.toString().stripTrailing());
                prefix = indent;
                room = Terminal.COLUMNS - indent.length();
                line.setLength(0);
            }
            line.append(word);
        }
        out.println(prefix + line.toString().stripTrailing());
    }

    private void summary(List<Finding> findings) {
        long works = count(findings, Support.Works.class);
        long missing = count(findings, Support.Missing.class);
        long refused = count(findings, Support.NotPermitted.class);
        out.println(works + " work, " + missing + " missing, " + refused + " not permitted");
        var lacking = Capability.missing(EnumSet.of(Capability.CAP_BPF, Capability.CAP_PERFMON));
        if (!lacking.isEmpty()) {
            out.println("Profiling needs " + join(lacking) + ", which this user lacks:");
            out.println("run `sudo ./plumb doctor` to see what root adds, or read docs/permissions.md.");
        }
    }

    private static String join(Set<Capability> capabilities) {
        return capabilities.stream().map(Enum::name).collect(Collectors.joining(" and "));
    }

    private static long count(List<Finding> findings, Class<? extends Support> kind) {
        return findings.stream()
                .filter(finding -> kind.isInstance(finding.support()))
                .count();
    }

    static void json(List<Finding> findings, PrintWriter out) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonWriter writer = new JsonWriter(bytes);
        writer.beginObject().field("plumb", 1).name("findings").beginArray();
        for (Finding finding : findings) {
            writer.line().beginObject().field("area", finding.area().title()).field("name", finding.name());
            switch (finding.support()) {
                case Support.Works works -> writer.field("state", "works").field("detail", works.detail());
                case Support.Missing missing ->
                    writer.field("state", "missing")
                            .field("reason", missing.reason())
                            .field("remedy", missing.remedy());
                case Support.NotPermitted refused ->
                    writer.field("state", "not permitted")
                            .field("reason", refused.reason())
                            .field("remedy", refused.remedy());
            }
            writer.endObject();
        }
        writer.endArray().endObject().flush();
        out.println(bytes.toString(StandardCharsets.UTF_8));
    }
}
