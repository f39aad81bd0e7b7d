package dev.plumb.profile.format;

import dev.plumb.profile.Loss;
import dev.plumb.profile.LossReason;
import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Totals;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Writes everything of a profile but its samples: the head of a Plumb JSON document.
///
/// Formats that have no place for the loss counters and the rest carry this text as a comment; [HeaderReader] reads it.
final class Header {
    static final int VERSION = 1;

    private Header() {}

    /// The head as a document of its own, on one line.
    static String text(Profile profile) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        JsonWriter json = new JsonWriter(bytes);
        try {
            json.beginObject();
            write(profile, json);
            json.endObject().flush();
        } catch (IOException e) {
            throw new UncheckedIOException("write to memory", e);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /// The totals and losses in words, for formats whose comments are read by people.
    static String summary(Profile profile) {
        Totals totals = profile.totals();
        Loss loss = profile.loss();
        return "plumb " + profile.tool() + ": samples=" + totals.samples() + " value=" + totals.value() + " unit="
                + totals.unit() + " stacks=" + totals.stacks() + " lost=" + loss.lost() + " truncated="
                + loss.truncated() + " collided=" + loss.collided() + " unknownFrames=" + loss.unknownFrames()
                + " rootReachedPercent=" + loss.rootReachedPercent();
    }

    /// Writes the fields into an object that is open.
    static void write(Profile profile, JsonWriter json) throws IOException {
        json.field("plumb", VERSION).field("tool", profile.tool());
        json.field("start", profile.start().toString());
        json.field("durationNanos", profile.duration().toNanos());
        json.name("host");
        map(profile.host(), json);
        json.name("totals");
        totals(profile.totals(), json);
        json.name("valueTypes").beginArray();
        for (ValueType type : profile.valueTypes()) {
            json.beginObject()
                    .field("name", type.name())
                    .field("unit", type.unit())
                    .endObject();
        }
        json.endArray();
        processes(profile, json);
        losses(profile.loss(), json);
    }

    static void map(Map<String, String> map, JsonWriter json) throws IOException {
        json.beginObject();
        for (Map.Entry<String, String> entry : map.entrySet()) {
            json.field(entry.getKey(), entry.getValue());
        }
        json.endObject();
    }

    private static void totals(Totals totals, JsonWriter json) throws IOException {
        Loss loss = totals.loss();
        json.beginObject()
                .field("samples", totals.samples())
                .field("value", totals.value())
                .field("unit", totals.unit())
                .field("stacks", totals.stacks())
                .field("lost", loss.lost())
                .field("truncated", loss.truncated())
                .field("collided", loss.collided())
                .field("unknownFrames", loss.unknownFrames())
                .field("rootReachedPercent", loss.rootReachedPercent())
                .field("rootReached", loss.rootReached())
                .field("rootChecked", loss.rootChecked())
                .endObject();
    }

    private static void processes(Profile profile, JsonWriter json) throws IOException {
        json.name("processes").beginArray();
        for (ProcessFacts process : profile.processes()) {
            json.beginObject().field("pid", process.pid()).field("comm", process.comm());
            json.field("cmdline", process.cmdline());
            json.field("start", process.start() == null ? null : process.start().toString());
            json.endObject();
        }
        json.endArray();
    }

    private static void losses(Loss loss, JsonWriter json) throws IOException {
        json.name("losses").beginArray();
        for (LossReason reason : loss.reasons()) {
            json.beginObject().field("pid", reason.pid()).field("reason", reason.reason());
            json.field("count", reason.count()).endObject();
        }
        json.endArray();
    }
}
