package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;
import dev.plumb.elf.ElfException;

/// How attribute values are stored: the form codes of DWARF 2 to 5 and the GNU extensions.
final class Form {
    static final int ADDR = 0x01;
    static final int DATA2 = 0x05;
    static final int DATA4 = 0x06;
    static final int DATA8 = 0x07;
    static final int STRING = 0x08;
    static final int BLOCK = 0x09;
    static final int BLOCK1 = 0x0a;
    static final int DATA1 = 0x0b;
    static final int FLAG = 0x0c;
    static final int SDATA = 0x0d;
    static final int STRP = 0x0e;
    static final int UDATA = 0x0f;
    static final int REF_ADDR = 0x10;
    static final int REF1 = 0x11;
    static final int REF2 = 0x12;
    static final int REF4 = 0x13;
    static final int REF8 = 0x14;
    static final int REF_UDATA = 0x15;
    static final int INDIRECT = 0x16;
    static final int SEC_OFFSET = 0x17;
    static final int EXPRLOC = 0x18;
    static final int FLAG_PRESENT = 0x19;
    static final int STRX = 0x1a;
    static final int ADDRX = 0x1b;
    static final int REF_SUP4 = 0x1c;
    static final int STRP_SUP = 0x1d;
    static final int DATA16 = 0x1e;
    static final int LINE_STRP = 0x1f;
    static final int REF_SIG8 = 0x20;
    static final int IMPLICIT_CONST = 0x21;
    static final int LOCLISTX = 0x22;
    static final int RNGLISTX = 0x23;
    static final int REF_SUP8 = 0x24;
    static final int STRX1 = 0x25;
    static final int STRX4 = 0x28;
    static final int ADDRX1 = 0x29;
    static final int ADDRX4 = 0x2c;
    static final int GNU_ADDR_INDEX = 0x1f01;
    static final int GNU_STR_INDEX = 0x1f02;
    static final int GNU_REF_ALT = 0x1f20;
    static final int GNU_STRP_ALT = 0x1f21;

    private static final int BLOCK2 = 0x03;
    private static final int BLOCK4 = 0x04;

    private Form() {}

    /// The bytes a value takes, or -1 if that depends on the value.
    static int fixedSize(int form, Encoding encoding) {
        return switch (form) {
            case FLAG_PRESENT, IMPLICIT_CONST -> 0;
            case DATA1, REF1, FLAG, STRX1, ADDRX1 -> 1;
            case DATA2, REF2, STRX1 + 1, ADDRX1 + 1 -> 2;
            case STRX1 + 2, ADDRX1 + 2 -> 3;
            case DATA4, REF4, REF_SUP4, STRX4, ADDRX4 -> 4;
            case DATA8, REF8, REF_SUP8, REF_SIG8 -> 8;
            case DATA16 -> 16;
            case ADDR -> encoding.addressSize();
            case REF_ADDR -> encoding.version() == 2 ? encoding.addressSize() : encoding.offsetSize();
            case STRP, LINE_STRP, SEC_OFFSET, STRP_SUP, GNU_REF_ALT, GNU_STRP_ALT -> encoding.offsetSize();
            default -> -1;
        };
    }

    /// Passes over a value whose size is not fixed.
    private static void skipVariable(int form, ByteReader in) {
        switch (form) {
            case STRING -> in.skipString();
            case SDATA, UDATA, REF_UDATA, STRX, ADDRX, LOCLISTX, RNGLISTX, GNU_ADDR_INDEX, GNU_STR_INDEX ->
                in.skipLeb();
            case BLOCK, EXPRLOC -> in.skip(in.uleb());
            case BLOCK1 -> in.skip(in.u8());
            case BLOCK2 -> in.skip(in.u16());
            case BLOCK4 -> in.skip(in.u32());
            default -> throw new ElfException("unknown DWARF form 0x" + Integer.toHexString(form));
        }
    }

    static void skip(int form, ByteReader in, Encoding encoding) {
        int size = fixedSize(form, encoding);
        if (size >= 0) {
            in.skip(size);
        } else if (form == INDIRECT) {
            int real = (int) in.uleb();
            if (real == INDIRECT) {
                throw new ElfException("a DWARF form that refers to itself");
            }
            skip(real, in, encoding);
        } else {
            skipVariable(form, in);
        }
    }

    /// A value as a number: the constant, address, index, or offset it holds. Strings in place give their position.
    static long number(int form, ByteReader in, Encoding encoding) {
        int size = fixedSize(form, encoding);
        if (size > 0 && size <= 8) {
            return in.unsigned(size);
        }
        return switch (form) {
            case UDATA, REF_UDATA, STRX, ADDRX, LOCLISTX, RNGLISTX, GNU_ADDR_INDEX, GNU_STR_INDEX -> in.uleb();
            case SDATA -> in.sleb();
            case FLAG_PRESENT -> 1;
            case STRING -> {
                long at = in.position();
                in.skipString();
                yield at;
            }
            default -> {
                skip(form, in, encoding);
                yield 0;
            }
        };
    }
}
