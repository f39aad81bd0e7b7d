package dev.plumb.profile.flame;

import java.util.List;

/// Names that a process may give itself or its functions to harm who looks at its profile.
final class HostileNames {
    static final List<String> ALL = List.of(
            "<script>window.hacked = 1</script>",
            "</script><script>window.hacked = 2</script>",
            "<img src=x onerror=\"window.hacked = 3\">",
            "<!-- <script> ",
            "]]> --> {{data}} {{script}} ${window.hacked = 4}",
            "\"'`); window.hacked = 5; //",
            "javascript:window.hacked=6",
            "line\u2028separator\u2029paragraph",
            "safe\u202egpj.exe\u2066\u200f right to left",
            "\u05d0\u05d1\u05d2 \u0627\u0644\u0639 mixed",
            "tab\tnul\0bell\u0007escape\u001b[31mred\r\nnewline",
            "lone\ud800surrogate\udc00",
            "zero\u200bwidth\ufeff",
            "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301a\u0301l",
            "__proto__",
            "constructor",
            "   ",
            "&lt;b&gt;&amp;",
            "(a+)+$ [ \\ regex",
            "emoji \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 \ud83c\uddfa\ud83c\uddf3",
            "x".repeat(10_240),
            "<b>" + "long & ".repeat(1_500) + "</b>");

    private HostileNames() {}
}
