package dev.plumb.symbols;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads `/proc/PID/maps`.
///
/// ```
/// 7f3d5c000000-7f3d5c021000 r-xp 00001000 fe:00 131080          /usr/lib/libc.so.6 (deleted)
/// start-end                 perm offset   dev   inode           path, with newlines as \012
/// ```
final class MapsParser {
    private static final int MAX_MAPPINGS = 1 << 20;

    private MapsParser() {}

    /// The mappings that hold code, by address. Lines that cannot be read are passed over.
    static List<Mapping> executable(String maps) {
        List<Mapping> mappings = new ArrayList<>();
        int position = 0;
        while (position < maps.length() && mappings.size() < MAX_MAPPINGS) {
            int end = maps.indexOf('\n', position);
            if (end < 0) {
                break; // A line without its end was cut off, and so may its path be.
            }
            line(maps.substring(position, end), mappings);
            position = end + 1;
        }
        mappings.sort(Comparator.comparing(Mapping::start, Long::compareUnsigned));
        return List.copyOf(mappings);
    }

    private static void line(String line, List<Mapping> mappings) {
        int dash = line.indexOf('-');
        int space = line.indexOf(' ');
        if (dash < 1 || space < dash || space + 4 > line.length() || line.charAt(space + 3) != 'x') {
            return;
        }
        String[] columns = line.substring(space + 1).trim().split(" +", 5);
        if (columns.length < 4) {
            return;
        }
        try {
            long start = Long.parseUnsignedLong(line, 0, dash, 16);
            long end = Long.parseUnsignedLong(line, dash + 1, space, 16);
            long offset = Long.parseUnsignedLong(columns[1], 16);
            long inode = Long.parseUnsignedLong(columns[3]);
            String path = columns.length < 5 ? "" : columns[4].replace("\\012", "\n");
            mappings.add(Mapping.of(start, end, offset, inode, path));
        } catch (NumberFormatException e) {
            return; // Not a line the kernel writes.
        }
    }
}
