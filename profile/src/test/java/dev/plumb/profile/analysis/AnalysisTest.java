package dev.plumb.profile.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.ProcessFacts;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import dev.plumb.profile.ValueType;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnalysisTest {
    private static final List<ValueType> CPU = List.of(ValueType.count("samples"), ValueType.nanoseconds("cpu"));
    private static final Task FIRST = new Task(1, 1, "app", "main");
    private static final Task SECOND = new Task(1, 2, "app", "worker");
    private static final Task OTHER = new Task(3, 3, "sh", "");

    private final Profile profile = new ProfileBuilder("cpu", CPU)
            .process(new ProcessFacts(1, "app", "app --serve", null))
            .add(FIRST, kernel("vfs_read"), user("work", "main"), 1, 10)
            .add(SECOND, Stack.EMPTY, user("work", "work", "start"), 2, 20)
            .add(OTHER, Stack.EMPTY, user("main"), 4, 40)
            .build();

    @Test
    void countsRecursionOnce() {
        FunctionTable table = FunctionTable.of(profile, 1);
        assertThat(table.total()).isEqualTo(70);
        assertThat(table.rows())
                .containsExactly(
                        row("main", FrameKind.NATIVE, 40, 50),
                        row("work", FrameKind.NATIVE, 20, 30),
                        row("vfs_read", FrameKind.KERNEL, 10, 10),
                        row("start", FrameKind.NATIVE, 0, 20));
    }

    @Test
    void addsUpProcessesAndThreads() {
        TaskTable table = TaskTable.of(profile, 1);
        assertThat(table.processes())
                .containsExactly(
                        new ProcessRow(3, "sh", 40, 4, 1, null),
                        new ProcessRow(1, "app", 30, 3, 2, new ProcessFacts(1, "app", "app --serve", null)));
        assertThat(table.threads())
                .containsExactly(
                        new ThreadRow(OTHER, 40, 4), new ThreadRow(SECOND, 20, 2), new ThreadRow(FIRST, 10, 1));
    }

    @Test
    void stackIdsDoNotDependOnAddresses() {
        StackTable table = StackTable.of(profile, 1);
        assertThat(table.rows()).extracting(StackRow::value).containsExactly(40L, 20L, 10L);
        String id = table.rows().getFirst().id();
        assertThat(table.find(id)).contains(table.rows().getFirst());
        Frame moved = new Frame(0x99, "main", 9, "", null, 0, false, FrameKind.NATIVE);
        Profile again = new ProfileBuilder("cpu", CPU)
                .add(OTHER, Stack.EMPTY, Stack.of(moved), 1, 1)
                .build();
        assertThat(StackTable.of(again, 1).rows().getFirst().id()).isEqualTo(id);
    }

    @Test
    void namesCallersAndCallees() {
        Neighbours work = Neighbours.of(profile, 1, new Function("work", "", FrameKind.NATIVE));
        assertThat(work.self()).isEqualTo(20);
        assertThat(work.total()).isEqualTo(30);
        assertThat(work.callers())
                .extracting(row -> row.function().name() + " " + row.value())
                .containsExactly("start 20", "work 20", "main 10");
        assertThat(work.callees())
                .extracting(row -> row.function().name() + " " + row.value())
                .containsExactly("work 20", "vfs_read 10");
    }

    @Test
    void diffMatchesAcrossProcessIdsAndAddresses() {
        Frame moved = new Frame(0x99, "main", 9, "", null, 3, false, FrameKind.NATIVE);
        Profile after = new ProfileBuilder("cpu", CPU)
                .add(new Task(77, 78, "sh", ""), Stack.EMPTY, Stack.of(moved), 1, 15)
                .build();
        ProfileDiff diff = ProfileDiff.of(profile, after);
        assertThat(diff.profile().total(ProfileDiff.BEFORE)).isEqualTo(70);
        assertThat(diff.profile().total(ProfileDiff.AFTER)).isEqualTo(15);
        assertThat(diff.profile().samples()).hasSize(3);
        assertThat(diff.functions().getFirst())
                .isEqualTo(new ProfileDiff.Row(new Function("main", "", FrameKind.NATIVE), 40, 15, 50, 15));
        assertThat(diff.functions()).extracting(ProfileDiff.Row::selfChange).containsExactly(-25L, -20L, -10L, 0L);
    }

    @Test
    void refusesToCompareDifferentUnits() {
        Profile bytes = new ProfileBuilder("memory", List.of(ValueType.bytes("alloc_space"))).build();
        assertThatThrownBy(() -> ProfileDiff.of(profile, bytes)).hasMessageContaining("units differ");
    }

    private static FunctionRow row(String name, FrameKind kind, long self, long total) {
        return new FunctionRow(new Function(name, "", kind), self, total);
    }

    private static Stack user(String... symbols) {
        return stack(FrameKind.NATIVE, symbols);
    }

    private static Stack kernel(String... symbols) {
        return stack(FrameKind.KERNEL, symbols);
    }

    private static Stack stack(FrameKind kind, String... symbols) {
        return Stack.of(List.of(symbols).stream().map(s -> Frame.of(s, kind)).toList());
    }
}
