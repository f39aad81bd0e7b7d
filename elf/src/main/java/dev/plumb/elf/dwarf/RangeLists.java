package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;
import java.util.Arrays;

/// Reads the address ranges of an entry: a pair of attributes, or a list in `.debug_ranges` or `.debug_rnglists`.
final class RangeLists {
    private static final long[] NONE = {};
    private static final int END_OF_LIST = 0;
    private static final int BASE_ADDRESSX = 1;
    private static final int STARTX_ENDX = 2;
    private static final int STARTX_LENGTH = 3;
    private static final int OFFSET_PAIR = 4;
    private static final int BASE_ADDRESS = 5;
    private static final int START_END = 6;
    private static final int START_LENGTH = 7;

    private final Unit unit;
    private final Unit.Root root;
    private long[] found = new long[16];
    private int count;

    private RangeLists(Unit unit, Unit.Root root) {
        this.unit = unit;
        this.root = root;
    }

    /// Pairs of first address and end address.
    static long[] of(Entry entry, Unit unit, Unit.Root root) {
        if (entry.rangesForm != 0) {
            return new RangeLists(unit, root).list(entry);
        }
        if (entry.lowForm == 0 || entry.highForm == 0) {
            return NONE;
        }
        long low = unit.address(entry.lowForm, entry.low, root.addrBase());
        boolean absolute = entry.highForm == Form.ADDR
                || entry.highForm == Form.ADDRX
                || (entry.highForm >= Form.ADDRX1 && entry.highForm <= Form.ADDRX4)
                || entry.highForm == Form.GNU_ADDR_INDEX;
        long high = absolute ? unit.address(entry.highForm, entry.high, root.addrBase()) : low + entry.high;
        return new long[] {low, high};
    }

    private long[] list(Entry entry) {
        if (unit.encoding().version() < 5) {
            return Sections.parse(unit.sections().ranges(), entry.ranges, 512, this::oldList);
        }
        long offset = entry.ranges;
        if (entry.rangesForm == Form.RNGLISTX) {
            int size = unit.encoding().offsetSize();
            offset = root.rnglistsBase()
                    + Unit.number(unit.sections().rnglists(), root.rnglistsBase() + offset * size, size);
        }
        return Sections.parse(unit.sections().rnglists(), offset, 256, this::newList);
    }

    private long[] oldList(ByteReader in) {
        int size = unit.encoding().addressSize();
        long selector = size == 8 ? -1 : 0xffff_ffffL;
        long base = root.low();
        count = 0;
        while (true) {
            long low = in.unsigned(size);
            long high = in.unsigned(size);
            if (low == 0 && high == 0) {
                return Arrays.copyOf(found, count);
            }
            if (low == selector) {
                base = high;
            } else {
                add(base + low, base + high);
            }
        }
    }

    private long[] newList(ByteReader in) {
        int size = unit.encoding().addressSize();
        long base = root.low();
        count = 0;
        while (true) {
            switch (in.u8()) {
                case END_OF_LIST -> {
                    return Arrays.copyOf(found, count);
                }
                case BASE_ADDRESSX -> base = indexed(in);
                case STARTX_ENDX -> add(indexed(in), indexed(in));
                case STARTX_LENGTH -> addLength(indexed(in), in.uleb());
                case OFFSET_PAIR -> add(base + in.uleb(), base + in.uleb());
                case BASE_ADDRESS -> base = in.unsigned(size);
                case START_END -> add(in.unsigned(size), in.unsigned(size));
                case START_LENGTH -> addLength(in.unsigned(size), in.uleb());
                default -> throw new ElfException("damaged DWARF: unknown kind of range");
            }
        }
    }

    private long indexed(ByteReader in) {
        return unit.address(Form.ADDRX, in.uleb(), root.addrBase());
    }

    private void addLength(long low, long length) {
        add(low, low + length);
    }

    private void add(long low, long high) {
        if (count == found.length) {
            found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = low;
        found[count++] = high;
    }
}
