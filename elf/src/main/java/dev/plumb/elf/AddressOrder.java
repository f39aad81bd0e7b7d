package dev.plumb.elf;

/// Sorts table rows by unsigned address without an object a row: the result is an order of row numbers.
public final class AddressOrder {
    private AddressOrder() {}

    /// The row numbers 0 to `count` - 1 such that their addresses rise; rows of one address keep their order.
    public static int[] of(long[] addresses, int count) {
        int[] order = new int[count];
        boolean sorted = true;
        for (int i = 0; i < count; i++) {
            order[i] = i;
            sorted &= i == 0 || Long.compareUnsigned(addresses[i - 1], addresses[i]) <= 0;
        }
        if (!sorted) {
            mergeSort(addresses, order);
        }
        return order;
    }

    private static void mergeSort(long[] addresses, int[] order) {
        int[] from = order;
        int[] to = new int[order.length];
        for (int width = 1; width < order.length && width > 0; width *= 2) {
            for (int low = 0; low < order.length; low += 2 * width) {
                int middle = (int) Math.min((long) low + width, order.length);
                int high = (int) Math.min((long) low + 2L * width, order.length);
                merge(addresses, from, to, low, middle, high);
                if (high == order.length) {
                    break;
                }
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        if (from != order) {
            System.arraycopy(from, 0, order, 0, order.length);
        }
    }

    private static void merge(long[] addresses, int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
            boolean takeLeft = left < middle
                    && (right >= high || Long.compareUnsigned(addresses[from[left]], addresses[from[right]]) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    /// The last row of a sorted table whose address is at most the one asked, unsigned, or -1.
    public static int floor(long[] sorted, int count, long address) {
        long key = address + Long.MIN_VALUE;
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] + Long.MIN_VALUE <= key) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
