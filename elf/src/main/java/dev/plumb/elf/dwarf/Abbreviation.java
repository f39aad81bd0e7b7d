package dev.plumb.elf.dwarf;

/// The shape that entries with one code share: a tag and a list of attributes with their forms.
final class Abbreviation {
    private final int tag;
    private final boolean children;
    /// Triples of attribute, form and the value of an implicit constant.
    private final long[] attributes;

    private final int fixedSize;

    Abbreviation(int tag, boolean children, long[] attributes, int fixedSize) {
        this.tag = tag;
        this.children = children;
        this.attributes = attributes;
        this.fixedSize = fixedSize;
    }

    int tag() {
        return tag;
    }

    boolean children() {
        return children;
    }

    /// Bytes of all values together, or -1 if that depends on them.
    int fixedSize() {
        return fixedSize;
    }

    int count() {
        return attributes.length / 3;
    }

    int attribute(int index) {
        return (int) attributes[3 * index];
    }

    int form(int index) {
        return (int) attributes[3 * index + 1];
    }

    long implicit(int index) {
        return attributes[3 * index + 2];
    }
}
