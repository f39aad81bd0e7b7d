package dev.plumb.profile.format;

import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Task;
import dev.plumb.profile.json.JsonWriter;
import java.io.IOException;
import java.util.List;

/// Writes one thread of a Firefox profile.
final class FirefoxThread {
    private final Profile profile;
    private final FirefoxTables tables;
    private final JsonWriter json;

    FirefoxThread(Profile profile, FirefoxTables tables, JsonWriter json) {
        this.profile = profile;
        this.tables = tables;
        this.json = json;
    }

    void write(Task task, List<Sample> samples) throws IOException {
        json.beginObject().field("processType", "default").field("processStartupTime", 0);
        json.field("processShutdownTime", (String) null).field("registerTime", 0);
        json.field("unregisterTime", (String) null)
                .name("pausedRanges")
                .beginArray()
                .endArray();
        json.field("name", task.thread().isEmpty() ? task.comm() : task.thread());
        json.field("isMainThread", task.pid() == task.tid()).field("processName", task.comm());
        json.field("pid", Integer.toString(task.pid())).field("tid", task.tid());
        json.field("plumbThread", task.thread());
        json.name("markers").beginObject().field("length", 0);
        for (String column : List.of("data", "name", "startTime", "endTime", "phase", "category")) {
            json.name(column).beginArray().endArray();
        }
        json.endObject().name("samples");
        samples(samples);
        json.endObject();
    }

    private void samples(List<Sample> samples) throws IOException {
        String weightType = FirefoxWriter.weightType(profile.valueTypes().get(profile.mainIndex()));
        json.beginObject().field("length", samples.size()).field("weightType", weightType);
        FirefoxWriter.column("stack", samples.size(), i -> tables.stack(samples.get(i)), json);
        json.name("time").beginArray();
        double millis = profile.duration().toNanos() / 1e6;
        for (int i = 0; i < samples.size(); i++) {
            json.value(millis * i / samples.size());
        }
        json.endArray().name("weight").beginArray();
        for (Sample sample : samples) {
            long value = sample.value(profile.mainIndex());
            if (weightType.equals("tracing-ms")) {
                json.value(value / 1e6);
            } else {
                json.value(value);
            }
        }
        json.endArray().name("plumbValues").beginArray();
        for (Sample sample : samples) {
            for (int i = 0; i < profile.valueTypes().size(); i++) {
                json.value(sample.value(i));
            }
        }
        json.endArray().name("plumbLabels").beginArray();
        for (Sample sample : samples) {
            Header.map(Stacks.labels(sample), json);
        }
        json.endArray().endObject();
    }
}
