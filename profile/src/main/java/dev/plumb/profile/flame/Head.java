package dev.plumb.profile.flame;

import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Totals;
import dev.plumb.profile.ValueType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The part of the page's data that people may want to read in the file: what was measured, its totals and its losses.
record Head(String title, List<FlameGraph.Side> sides, List<ValueType> types) {
    /// More reasons than a tooltip can show are left out of the page; their sums are in the counters.
    private static final int MOST_REASONS = 20;

    Map<String, Object> describe(Sections sections) {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("plumb", 1);
        head.put("title", title);
        head.put("values", types.stream().map(Head::value).toList());
        head.put("main", mainIndex());
        head.put("sides", sides.stream().map(Head::side).toList());
        head.put("bytes", sections.sizeBytes());
        head.put("sections", sections.index());
        return head;
    }

    private int mainIndex() {
        Profile last = sides.getLast().profile();
        int main = types.indexOf(last.valueTypes().get(last.mainIndex()));
        return Math.max(0, main);
    }

    private static Map<String, Object> value(ValueType type) {
        Map<String, Object> facts = new LinkedHashMap<>(); // keeps its order, which Map.of changes from run to run
        facts.put("name", type.name());
        facts.put("unit", type.unit());
        return facts;
    }

    private static Map<String, Object> side(FlameGraph.Side side) {
        Profile profile = side.profile();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("label", side.label());
        facts.put("tool", profile.tool());
        facts.put("start", profile.start().toString());
        facts.put("durationNanos", profile.duration().toNanos());
        facts.put("host", profile.host());
        facts.put("totals", totals(profile.totals()));
        facts.put(
                "reasons",
                profile.loss().reasons().stream()
                        .sorted((a, b) -> Long.compare(b.count(), a.count()))
                        .limit(MOST_REASONS)
                        .map(Head::reason)
                        .toList());
        return facts;
    }

    private static Map<String, Object> totals(Totals totals) {
        Loss loss = totals.loss();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("samples", totals.samples());
        facts.put("stacks", totals.stacks());
        facts.put("lost", loss.lost());
        facts.put("truncated", loss.truncated());
        facts.put("collided", loss.collided());
        facts.put("unknownFrames", loss.unknownFrames());
        facts.put("rootReached", loss.rootReached());
        facts.put("rootChecked", loss.rootChecked());
        return facts;
    }

    private static Map<String, Object> reason(LossReason reason) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("pid", reason.pid());
        facts.put("reason", reason.reason());
        facts.put("count", reason.count());
        return facts;
    }
}
