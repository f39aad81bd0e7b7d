package dev.plumb.profile.format;

import dev.plumb.profile.FormatException;
import dev.plumb.profile.ValueType;
import dev.plumb.profile.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// One profile of a speedscope file: stacks of frame numbers, root first, and their weights.
final class SpeedscopeProfile {
    private final List<int[]> stacks = new ArrayList<>();
    private final List<String> weights = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private String name = "";
    private String unit = "none";

    private record Event(boolean open, int frame, double at) {}

    static SpeedscopeProfile read(JsonReader json) throws IOException {
        SpeedscopeProfile profile = new SpeedscopeProfile();
        json.object(field -> profile.take(field, json));
        profile.replay();
        if (profile.weights.size() < profile.stacks.size()) {
            throw new FormatException(
                    "speedscope: " + profile.stacks.size() + " samples but " + profile.weights.size() + " weights");
        }
        return profile;
    }

    String name() {
        return name;
    }

    int size() {
        return stacks.size();
    }

    int[] stack(int index) {
        return stacks.get(index);
    }

    /// What the weights are: times become nanoseconds.
    ValueType valueType() {
        return switch (unit) {
            case "none" -> ValueType.count("samples");
            case ValueType.BYTES -> ValueType.bytes("bytes");
            default -> ValueType.nanoseconds("time");
        };
    }

    long weight(int index) {
        String text = weights.get(index);
        long scale = switch (unit) {
            case "microseconds" -> 1_000;
            case "milliseconds" -> 1_000_000;
            case "seconds" -> 1_000_000_000;
            default -> 1;
        };
        if (scale == 1 && text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                // Too large for a long: rounded below.
            }
        }
        return Math.round(Double.parseDouble(text) * scale);
    }

    private void take(String field, JsonReader json) throws IOException {
        switch (field) {
            case "name" -> name = json.string();
            case "unit" -> unit = json.string();
            case "samples" -> json.array(() -> stacks.add(numbers(json)));
            case "weights" -> json.array(() -> weights.add(json.number()));
            case "events" -> json.array(() -> events.add(event(json)));
            default -> json.skip();
        }
    }

    private static int[] numbers(JsonReader json) throws IOException {
        int[][] numbers = {new int[16]};
        int[] count = {0};
        json.array(() -> {
            if (count[0] == numbers[0].length) {
                numbers[0] = Arrays.copyOf(numbers[0], count[0] * 2);
            }
            numbers[0][count[0]++] = json.intValue();
        });
        return Arrays.copyOf(numbers[0], count[0]);
    }

    private static Event event(JsonReader json) throws IOException {
        boolean[] open = {false};
        int[] frame = {0};
        double[] at = {0};
        json.object(field -> {
            switch (field) {
                case "type" -> open[0] = json.string().equals("O");
                case "frame" -> frame[0] = json.intValue();
                case "at" -> at[0] = json.doubleValue();
                default -> json.skip();
            }
        });
        return new Event(open[0], frame[0], at[0]);
    }

    /// Turns events into samples: each stack weighs the time until the next event.
    private void replay() throws FormatException {
        List<Integer> stack = new ArrayList<>();
        FrameBudget budget = new FrameBudget(16L * events.size());
        for (int i = 0; i < events.size(); i++) {
            Event event = events.get(i);
            if (event.open()) {
                stack.add(event.frame());
            } else if (!stack.isEmpty()) {
                stack.removeLast();
            }
            double weight = i + 1 < events.size() ? events.get(i + 1).at() - event.at() : 0;
            if (weight > 0 && !stack.isEmpty()) {
                budget.take(stack.size());
                stacks.add(stack.stream().mapToInt(Integer::intValue).toArray());
                weights.add(Double.toString(weight));
            }
        }
    }
}
