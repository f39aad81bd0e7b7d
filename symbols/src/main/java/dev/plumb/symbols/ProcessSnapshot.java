package dev.plumb.symbols;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The code a process had mapped when it was looked at, with the files held open so that they outlive it.
///
/// @param startTicks when the process started, in clock ticks since boot
/// @param userId the user it runs as, or -1 if that could not be read
/// @param innerPid its number in its own process namespace
/// @param regions by address
/// @param failure why the maps could not be read, or null
record ProcessSnapshot(
        int pid,
        long startTicks,
        int userId,
        int innerPid,
        List<Region> regions,
        Symbolized.@Nullable Unknown failure) {
    /// A mapping and the module in it; null, with the reason, where there is none.
    record Region(Mapping mapping, @Nullable NativeModule module, Symbolized.@Nullable Unknown failure) {}

    /// The region around an address, or null.
    @Nullable
    Region find(long address) {
        int low = 0;
        int high = regions.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Region region = regions.get(middle);
            if (region.mapping().contains(address)) {
                return region;
            }
            if (Long.compareUnsigned(region.mapping().start(), address) < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }
}
