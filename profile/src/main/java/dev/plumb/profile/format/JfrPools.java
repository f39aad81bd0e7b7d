package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The constant pools of a JFR file while it is written: threads, stack traces and what they are made of.
///
/// Keys count from 1; 0 stands for nothing.
final class JfrPools {
    private record Pair(Stack kernel, Stack user) {
        @Override
        public int hashCode() {
            return kernel.hashCode() * 31 + user.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Pair that && kernel.equals(that.kernel) && user.equals(that.user);
        }
    }

    /// All entries of one pool, encoded one after the other.
    private static final class Pool {
        private final Map<Object, Integer> keys = new HashMap<>();
        private final JfrBuffer entries = new JfrBuffer();
    }

    private final Map<JfrType, Pool> pools = new EnumMap<>(JfrType.class);
    private final IdentityHashMap<Frame, JfrBuffer> frames = new IdentityHashMap<>();

    int thread(Task task) {
        return entry(JfrType.THREAD, task, body -> {
            String name = task.thread().isEmpty() ? task.comm() : task.thread();
            body.text(name).number(task.tid()).text(name).number(task.tid());
            body.number(group(task.comm() + " [" + task.pid() + "]")).flag(false);
            body.number(task.pid()).text(task.comm()).text(task.thread());
        });
    }

    int stackTrace(Sample sample) {
        Pair pair = new Pair(framesOnly(sample.kernelStack()), framesOnly(sample.userStack()));
        return entry(JfrType.STACK_TRACE, pair, body -> {
            body.flag(false).number(pair.kernel().depth() + pair.user().depth());
            pair.kernel().frames().forEach(frame -> body.append(frame(frame)));
            pair.user().frames().forEach(frame -> body.append(frame(frame)));
        });
    }

    int runnable() {
        return entry(JfrType.THREAD_STATE, "STATE_RUNNABLE", body -> body.text("STATE_RUNNABLE"));
    }

    /// The checkpoint event with all pools.
    JfrBuffer event() {
        JfrBuffer body = new JfrBuffer().number(JfrType.CHECKPOINT.id());
        body.number(0).number(0).number(0).flag(false).number(pools.size());
        pools.forEach(
                (type, pool) -> body.number(type.id()).number(pool.keys.size()).append(pool.entries));
        return new JfrBuffer().padded(body.size() + 4).append(body);
    }

    private static Stack framesOnly(Stack stack) {
        return stack.error() == null ? stack : Stack.of(stack.frames());
    }

    private JfrBuffer frame(Frame frame) {
        @Nullable JfrBuffer known = frames.get(frame);
        if (known == null) {
            known = new JfrBuffer();
            known.number(method(frame)).number(frame.line()).number(0).number(frameType(frame));
            frames.put(frame, known);
        }
        return known;
    }

    private record MethodKey(String symbol, String name, String module, String file, FrameKind kind) {}

    private int method(Frame frame) {
        String file = frame.file() == null ? "" : frame.file();
        MethodKey key = new MethodKey(frame.symbol(), frame.name(), frame.module(), file, frame.kind());
        return entry(JfrType.METHOD, key, body -> {
            int split = frame.kind() == FrameKind.JAVA ? classEnd(frame.name()) : -1;
            String owner = split > 0 ? frame.name().substring(0, split).replace('.', '/') : owner(frame);
            body.number(type(owner)).number(symbol(frame.name().substring(split + 1)));
            body.number(symbol("()V")).number(0).flag(false);
            body.number(symbol(frame.symbol())).number(symbol(frame.module()));
            body.number(symbol(file)).number(symbol(frame.kind().label()));
        });
    }

    /// Where the class ends in `java.lang.Thread.run(int)`, or -1.
    private static int classEnd(String name) {
        int parenthesis = name.indexOf('(');
        return name.lastIndexOf('.', parenthesis < 0 ? name.length() : parenthesis);
    }

    /// What to show as the class of a function that has none: its module, else its kind.
    private static String owner(Frame frame) {
        return frame.module().isEmpty() ? frame.kind().label() : frame.moduleName();
    }

    private int frameType(Frame frame) {
        String description = frame.inlined()
                ? "Inlined"
                : switch (frame.kind()) {
                    case KERNEL -> "Kernel";
                    case JAVA -> "JIT compiled";
                    case NATIVE, JAVASCRIPT, PYTHON, RUBY, PHP, PERL, OTHER -> "Native";
                };
        return entry(JfrType.FRAME_TYPE, description, body -> body.text(description));
    }

    private int type(String name) {
        return entry(
                JfrType.CLASS,
                name,
                body -> body.number(0).number(symbol(name)).number(0).number(0).flag(false));
    }

    private int group(String name) {
        return entry(JfrType.THREAD_GROUP, name, body -> body.number(0).text(name));
    }

    private int symbol(String text) {
        return entry(JfrType.SYMBOL, text, body -> body.text(text));
    }

    private interface Content {
        void writeTo(JfrBuffer body);
    }

    private int entry(JfrType type, Object value, Content content) {
        @Nullable Pool existing = pools.get(type);
        Pool pool = existing == null ? new Pool() : existing;
        pools.put(type, pool);
        @Nullable Integer known = pool.keys.get(value);
        if (known != null) {
            return known;
        }
        int key = pool.keys.size() + 1;
        pool.keys.put(value, key);
        JfrBuffer body = new JfrBuffer();
        content.writeTo(body);
        pool.entries.number(key).append(body);
        return key;
    }
}
