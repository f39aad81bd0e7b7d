/// Readers of what programs send: ring buffers and perf buffers, with no allocation per record. Depends on maps and the
/// system calls.
package dev.plumb.ebpf.ring;
