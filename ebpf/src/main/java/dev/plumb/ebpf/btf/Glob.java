package dev.plumb.ebpf.btf;

/// A pattern over names, in which `*` stands for any characters and `?` for one.
record Glob(String pattern) {
    /// Whether a whole name matches; takes at most the product of the two lengths.
    boolean matches(String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int retry = 0;
        while (at < name.length()) {
            if (in < pattern.length() && pattern.charAt(in) == '*') {
                star = in++;
                retry = at;
            } else if (in < pattern.length() && (pattern.charAt(in) == '?' || pattern.charAt(in) == name.charAt(at))) {
                in++;
                at++;
            } else if (star >= 0) {
                in = star + 1;
                at = ++retry;
            } else {
                return false;
            }
        }
        while (in < pattern.length() && pattern.charAt(in) == '*') {
            in++;
        }
        return in == pattern.length();
    }
}
