package dev.plumb.ebpf.feature;

import dev.plumb.ebpf.map.MapType;
import dev.plumb.ebpf.map.MapTypeProbe;
import java.util.ArrayList;
import java.util.List;

/// Tries each map type.
final class MapProbes {
    private MapProbes() {}

    static List<Finding> all() {
        List<Finding> findings = new ArrayList<>();
        for (MapType type : MapType.values()) {
            Support support = Support.of(MapTypeProbe.probe(type), "Linux has it since " + type.since());
            findings.add(new Finding(Finding.Area.MAPS, type.name(), support));
        }
        return findings;
    }
}
