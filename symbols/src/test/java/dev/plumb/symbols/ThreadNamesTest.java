package dev.plumb.symbols;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadNamesTest {
    @TempDir
    private Path proc;

    @Test
    void remembersTheNameOfAThreadThatHasEnded() throws IOException {
        Path comm = comm("worker 1");
        ThreadNames names = new ThreadNames(proc, 10);
        assertThat(names.name(5, 6)).isEqualTo("worker 1");
        Files.delete(comm);
        assertThat(names.name(5, 6)).isEqualTo("worker 1");
        assertThat(names.refresh(5, 6)).isEqualTo("worker 1");
    }

    @Test
    void takesANewNameWhenRefreshed() throws IOException {
        comm("java");
        ThreadNames names = new ThreadNames(proc, 10);
        assertThat(names.name(5, 6)).isEqualTo("java");
        comm("GC Thread#0");
        assertThat(names.name(5, 6)).isEqualTo("java");
        assertThat(names.refresh(5, 6)).isEqualTo("GC Thread#0");
        assertThat(names.name(5, 6)).isEqualTo("GC Thread#0");
    }

    @Test
    void knowsNothingOfAThreadThatIsNotThere() {
        assertThat(new ThreadNames(proc, 10).name(1, 2)).isNull();
    }

    @Test
    void keepsNoMoreThanItsLimit() {
        ThreadNames names = new ThreadNames(proc, 10);
        for (int tid = 0; tid < 20; tid++) {
            names.observe(1, tid, "t" + tid);
        }
        assertThat(names.name(1, 0)).isNull();
        assertThat(names.name(1, 19)).isEqualTo("t19");
    }

    private Path comm(String name) throws IOException {
        Path task = Files.createDirectories(proc.resolve("5/task/6"));
        return Files.writeString(task.resolve("comm"), name + "\n");
    }
}
