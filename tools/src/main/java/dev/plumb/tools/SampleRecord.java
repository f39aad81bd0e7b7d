package dev.plumb.tools;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;

/// Key and value of the kernel's map of samples.
///
/// ```
///        0     4     8          16       24           40      48       56
///       +-----+-----+----------+--------+------------+-------+--------+
///   key | pid | tid | kernel   | user   | comm       | label | caller |
///       +-----+-----+----------+--------+------------+-------+--------+
/// value | count     | sum      |
///       +-----------+----------+
/// ```
/// The caller is the return address at the entry of a user function, which a walk along frame pointers misses there,
/// else
/// 0. A stack is given by its hash, by 0 if it is empty, or by an error below zero if it could not be taken or kept.
final class SampleRecord {
    private static final Layout.Builder KEY_BUILDER = Layout.struct("sample");
    static final Field PID = KEY_BUILDER.u32("pid");
    static final Field TID = KEY_BUILDER.u32("tid");
    static final Field KERNEL = KEY_BUILDER.s64("kernel");
    static final Field USER = KEY_BUILDER.s64("user");
    static final Field COMM = KEY_BUILDER.text("comm", 16);
    static final Field LABEL = KEY_BUILDER.u64("label");
    static final Field CALLER = KEY_BUILDER.u64("caller");
    static final Layout KEY = KEY_BUILDER.build();

    private static final Layout.Builder VALUE_BUILDER = Layout.struct("weight");
    static final Field COUNT = VALUE_BUILDER.u64("count");
    static final Field SUM = VALUE_BUILDER.u64("sum");
    static final Layout VALUE = VALUE_BUILDER.build();

    private SampleRecord() {}
}
