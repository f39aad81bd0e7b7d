package dev.plumb.ebpf.btf;

import java.util.ArrayList;
import java.util.List;

/// One element of a field path such as `f_path.dentry` or `fdtab.fd_array[2].f_inode`.
sealed interface PathElement {
    record Named(String name) implements PathElement {
        @Override
        public String toString() {
            return name;
        }
    }

    record Index(long index) implements PathElement {
        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    static List<PathElement> parse(String path) {
        List<PathElement> elements = new ArrayList<>();
        int at = 0;
        while (at < path.length()) {
            if (path.charAt(at) == '[') {
                int end = path.indexOf(']', at);
                elements.add(new Index(index(path, at + 1, end)));
                at = end + 1;
            } else {
                int start = elements.isEmpty() ? at : at + 1;
                int end = start;
                while (end < path.length() && isNameCharacter(path.charAt(end))) {
                    end++;
                }
                if (end == start || (!elements.isEmpty() && path.charAt(at) != '.')) {
                    throw bad(path);
                }
                elements.add(new Named(path.substring(start, end)));
                at = end;
            }
        }
        if (elements.isEmpty()) {
            throw bad(path);
        }
        return elements;
    }

    private static boolean isNameCharacter(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    private static long index(String path, int start, int end) {
        if (end <= start || end - start > 9) {
            throw bad(path);
        }
        for (int i = start; i < end; i++) {
            if (path.charAt(i) < '0' || path.charAt(i) > '9') {
                throw bad(path);
            }
        }
        return Long.parseLong(path, start, end, 10);
    }

    private static IllegalArgumentException bad(String path) {
        return new IllegalArgumentException(
                "field path '" + path + "': write names joined by dots, with [N] for elements, as in f_path.dentry");
    }
}
