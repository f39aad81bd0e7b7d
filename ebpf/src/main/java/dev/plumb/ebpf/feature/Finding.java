package dev.plumb.ebpf.feature;

/// One thing that was looked at.
///
/// @param name as the kernel or its documentation calls it
public record Finding(Area area, String name, Support support) {
    /// The parts of a report, in its order.
    public enum Area {
        KERNEL("Kernel"),
        PERMISSIONS("Permissions"),
        SETTINGS("Settings"),
        FILE_SYSTEMS("File systems"),
        MAPS("Map types"),
        PROGRAMS("Program types"),
        ATTACHMENTS("Ways to attach"),
        HELPERS("Helpers");

        private final String title;

        Area(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }
}
