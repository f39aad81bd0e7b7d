package dev.plumb.ebpf.ring;

import java.lang.foreign.MemorySegment;

/// Receives records. The memory is the ring itself: offset and length mark the record in it, valid only during the
/// call, after which the kernel may write over it.
///
/// The record is passed as a place in one long-lived segment rather than a slice of its own so that nothing is
/// allocated per record; [dev.plumb.ebpf.Field#read(MemorySegment, long)] reads fields from it.
@FunctionalInterface
public interface RecordHandler {
    void record(MemorySegment memory, long offset, int length);
}
