package dev.plumb.profile.flame;

import dev.plumb.profile.Frame;
import dev.plumb.profile.FrameKind;
import dev.plumb.profile.Stack;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Walks a written-down call graph at random, from a fixed seed: stacks that look like a real program's for the pages
/// that browser tests open.
final class CallModel {
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Random random;

    private record Call(String callee, double weight) {}

    CallModel(String resource, long seed) throws IOException {
        this.random = new Random(seed);
        try (InputStream in = CallModel.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no test resource " + resource);
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    parse(line);
                }
            }
        }
    }

    private void parse(String line) {
        String[] sides = line.split(" -> ", 2);
        List<Call> list = new ArrayList<>();
        for (String call : sides[1].split(" \\| ")) {
            int space = call.lastIndexOf(' ');
            list.add(new Call(call.substring(0, space), Double.parseDouble(call.substring(space + 1))));
        }
        calls.put(sides[0], list);
    }

    /// Makes every call of a function this many times as likely, for the second side of a comparison.
    void favour(String callee, double factor) {
        calls.replaceAll((caller, list) -> list.stream()
                .map(call -> call.callee.equals(callee) ? new Call(callee, call.weight * factor) : call)
                .toList());
    }

    /// One stack from the start of a program down, leaf first.
    List<Frame> walk(String start) {
        List<Frame> rootFirst = new ArrayList<>();
        @Nullable String at = next(start);
        while (at != null && rootFirst.size() < 100) {
            rootFirst.add(frame(at));
            at = next(at);
        }
        return rootFirst.reversed();
    }

    static Stack user(List<Frame> leafFirst) {
        return Stack.of(leafFirst.stream()
                .filter(frame -> frame.kind() != FrameKind.KERNEL)
                .toList());
    }

    static Stack kernel(List<Frame> leafFirst) {
        return Stack.of(leafFirst.stream()
                .filter(frame -> frame.kind() == FrameKind.KERNEL)
                .toList());
    }

    private @Nullable String next(String caller) {
        List<Call> list = calls.getOrDefault(caller, List.of());
        double dice =
                random.nextDouble() * list.stream().mapToDouble(Call::weight).sum();
        for (Call call : list) {
            dice -= call.weight;
            if (dice < 0) {
                return call.callee.equals(".") ? null : call.callee;
            }
        }
        return null;
    }

    private Frame frame(String name) {
        int line = 20 + Math.floorMod(name.hashCode(), 300) + random.nextInt(3);
        if (name.matches("(java|javax|shop)\\..*")) {
            String type = name.replaceAll("\\.[^.]+$", "");
            String file = type.substring(type.lastIndexOf('.') + 1) + ".java";
            return frame(name, name.startsWith("shop.") ? "shop.jar" : "java.base", file, line, FrameKind.JAVA);
        }
        if (name.contains(".py:")) {
            String[] parts = name.split(":");
            return frame(parts[1], "", "/srv/recommend/" + parts[0], line, FrameKind.PYTHON);
        }
        if (name.matches(
                "(entry_|do_|ksys|vfs|sock_|tcp_|ip_|__tcp|__dev|__local|net_|try_|rw_|lock_sock|copy_|__x64|futex|"
                        + "schedule|__schedule|finish_|asm_|exc_|handle_|clear_).*")) {
            return frame(name, "vmlinux", null, 0, FrameKind.KERNEL);
        }
        return frame(name, module(name), null, 0, FrameKind.NATIVE);
    }

    private static Frame frame(String name, String module, @Nullable String file, int line, FrameKind kind) {
        return new Frame(0x1000L + name.hashCode(), name, 16, module, file, line, false, kind);
    }

    private static String module(String name) {
        if (name.matches("(read|write|pthread_.*|start_thread|__libc.*)")) {
            return "/usr/lib/x86_64-linux-gnu/libc.so.6";
        }
        if (name.matches("(deflate.*|longest_match)")) {
            return "/usr/lib/x86_64-linux-gnu/libz.so.1.2.13";
        }
        if (name.matches("(.*::.*|thread_native_entry)")) {
            return "/usr/lib/jvm/lib/server/libjvm.so";
        }
        return name.matches(".*dgemm.*") ? "/usr/lib/x86_64-linux-gnu/libopenblas.so.0" : "/usr/bin/python3.11";
    }
}
