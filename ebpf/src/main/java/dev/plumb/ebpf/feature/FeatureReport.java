package dev.plumb.ebpf.feature;

import java.util.ArrayList;
import java.util.List;

/// Looks at everything the tools may need. Takes well under a second and leaves nothing behind.
public final class FeatureReport {
    private FeatureReport() {}

    /// All findings, in the order of their areas.
    public static List<Finding> create() {
        List<Finding> findings = new ArrayList<>();
        findings.addAll(SystemProbes.kernel());
        findings.addAll(SystemProbes.permissions());
        findings.addAll(SystemProbes.settings());
        findings.addAll(SystemProbes.fileSystems());
        findings.addAll(MapProbes.all());
        findings.addAll(ProgramProbes.types());
        findings.addAll(AttachProbes.all());
        findings.addAll(ProgramProbes.helpers());
        return findings;
    }
}
