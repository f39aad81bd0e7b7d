package dev.plumb.tools;

import dev.plumb.ebpf.Cpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The machine, for the head of a profile.
final class HostFacts {
    private HostFacts() {}

    static Map<String, String> read() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("name", hostname());
        facts.put("kernel", System.getProperty("os.version"));
        facts.put("arch", System.getProperty("os.arch"));
        facts.put("cpus", Integer.toString(Cpus.online().length));
        return facts;
    }

    private static String hostname() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
