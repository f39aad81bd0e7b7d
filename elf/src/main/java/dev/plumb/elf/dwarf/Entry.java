package dev.plumb.elf.dwarf;

import dev.plumb.elf.ByteReader;

/// One debugging entry: the values of the attributes that matter, as they are stored. Reused from entry to entry.
///
/// A value comes with its form; form 0 means that the entry does not have it.
final class Entry {
    int tag;
    boolean children;
    int nameForm;
    long name;
    int linkageForm;
    long linkage;
    int lowForm;
    long low;
    int highForm;
    long high;
    int rangesForm;
    long ranges;
    int originForm;
    long origin;
    int callFile;
    int callLine;
    int dirForm;
    long dir;
    long lineOffset = -1;
    long strOffsetsBase;
    long addrBase;
    long rnglistsBase;

    /// Reads the values of an entry, whose code was just read.
    ///
    /// @param base where the reader's first byte lies in the section: strings in place are found by it later
    void read(Abbreviation shape, ByteReader in, long base, Encoding encoding) {
        clear(shape);
        for (int i = 0; i < shape.count(); i++) {
            int form = shape.form(i);
            int attribute = shape.attribute(i);
            if (!Attribute.relevant(attribute)) {
                Form.skip(form, in, encoding);
                continue;
            }
            if (form == Form.INDIRECT) {
                form = (int) in.uleb();
            }
            long value = form == Form.IMPLICIT_CONST ? shape.implicit(i) : Form.number(form, in, encoding);
            set(attribute, form, form == Form.STRING ? base + value : value);
        }
    }

    /// Passes over the values of an entry.
    static void skip(Abbreviation shape, ByteReader in, Encoding encoding) {
        if (shape.fixedSize() >= 0) {
            in.skip(shape.fixedSize());
            return;
        }
        for (int i = 0; i < shape.count(); i++) {
            Form.skip(shape.form(i), in, encoding);
        }
    }

    private void clear(Abbreviation shape) {
        tag = shape.tag();
        children = shape.children();
        nameForm = 0;
        linkageForm = 0;
        lowForm = 0;
        highForm = 0;
        rangesForm = 0;
        originForm = 0;
        dirForm = 0;
        callFile = 0;
        callLine = 0;
        lineOffset = -1;
    }

    private void set(int attribute, int form, long value) {
        switch (attribute) {
            case Attribute.NAME -> {
                nameForm = form;
                name = value;
            }
            case Attribute.LINKAGE_NAME, Attribute.MIPS_LINKAGE_NAME -> {
                linkageForm = form;
                linkage = value;
            }
            case Attribute.LOW_PC -> {
                lowForm = form;
                low = value;
            }
            case Attribute.HIGH_PC -> {
                highForm = form;
                high = value;
            }
            case Attribute.RANGES -> {
                rangesForm = form;
                ranges = value;
            }
            case Attribute.ABSTRACT_ORIGIN, Attribute.SPECIFICATION -> {
                originForm = form;
                origin = value;
            }
            case Attribute.COMP_DIR -> {
                dirForm = form;
                dir = value;
            }
            case Attribute.CALL_FILE -> callFile = (int) value;
            case Attribute.CALL_LINE -> callLine = (int) value;
            case Attribute.STMT_LIST -> lineOffset = value;
            case Attribute.STR_OFFSETS_BASE -> strOffsetsBase = value;
            case Attribute.ADDR_BASE, Attribute.GNU_ADDR_BASE -> addrBase = value;
            case Attribute.RNGLISTS_BASE -> rnglistsBase = value;
            default -> throw new IllegalArgumentException("attribute " + attribute);
        }
    }
}
