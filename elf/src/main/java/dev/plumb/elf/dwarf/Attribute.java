package dev.plumb.elf.dwarf;

/// The attributes that this package reads.
final class Attribute {
    static final int NAME = 0x03;
    static final int STMT_LIST = 0x10;
    static final int LOW_PC = 0x11;
    static final int HIGH_PC = 0x12;
    static final int COMP_DIR = 0x1b;
    static final int ABSTRACT_ORIGIN = 0x31;
    static final int SPECIFICATION = 0x47;
    static final int RANGES = 0x55;
    static final int CALL_FILE = 0x58;
    static final int CALL_LINE = 0x59;
    static final int LINKAGE_NAME = 0x6e;
    static final int STR_OFFSETS_BASE = 0x72;
    static final int ADDR_BASE = 0x73;
    static final int RNGLISTS_BASE = 0x74;
    static final int MIPS_LINKAGE_NAME = 0x2007;
    static final int GNU_ADDR_BASE = 0x2133;

    private Attribute() {}

    static boolean relevant(int attribute) {
        return switch (attribute) {
            case NAME,
                    STMT_LIST,
                    LOW_PC,
                    HIGH_PC,
                    COMP_DIR,
                    ABSTRACT_ORIGIN,
                    SPECIFICATION,
                    RANGES,
                    CALL_FILE,
                    CALL_LINE,
                    LINKAGE_NAME,
                    STR_OFFSETS_BASE,
                    ADDR_BASE,
                    RNGLISTS_BASE,
                    MIPS_LINKAGE_NAME,
                    GNU_ADDR_BASE -> true;
            default -> false;
        };
    }
}
