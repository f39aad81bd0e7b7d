package dev.plumb.profile.analysis;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Functions by self and total value.
///
/// @param total the value of the whole profile, for percentages
/// @param rows the functions, the greatest self value first, then the greatest total
public record FunctionTable(long total, List<FunctionRow> rows) {
    private static final Comparator<FunctionRow> ORDER = Comparator.comparingLong(FunctionRow::self)
            .thenComparingLong(FunctionRow::total)
            .reversed()
            .thenComparing(row -> row.function().name())
            .thenComparing(row -> row.function().module());

    public static FunctionTable of(Profile profile, int valueIndex) {
        Map<Frame, Cell> byFrame = new HashMap<>();
        Map<Function, Cell> cells = new HashMap<>();
        int number = 0;
        for (Sample sample : profile.samples()) {
            number++;
            long value = sample.value(valueIndex);
            boolean leaf = true;
            for (Frame frame : sample.frames()) {
                Cell cell = byFrame.computeIfAbsent(
                        frame, f -> cells.computeIfAbsent(Function.of(f), function -> new Cell(function)));
                cell.add(value, number, leaf);
                leaf = false;
            }
        }
        List<FunctionRow> rows = new ArrayList<>(cells.size());
        cells.values().forEach(cell -> rows.add(new FunctionRow(cell.function, cell.self, cell.total)));
        rows.sort(ORDER);
        return new FunctionTable(profile.total(valueIndex), List.copyOf(rows));
    }

    /// The sums of one function, and the number of the sample that was counted last.
    private static final class Cell {
        private final Function function;
        private long self;
        private long total;
        private int lastSample;

        Cell(Function function) {
            this.function = function;
        }

        void add(long value, int sample, boolean leaf) {
            if (leaf) {
                self += value;
            }
            if (lastSample != sample) {
                total += value;
                lastSample = sample;
            }
        }
    }
}
