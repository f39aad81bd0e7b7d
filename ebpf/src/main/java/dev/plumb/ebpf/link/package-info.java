/// Attaching programs to hooks: what to attach to is data (`Kprobe`, `Tracepoint`, `Uprobe`, ...), what is attached is
/// a
/// [dev.plumb.ebpf.link.Link]. Each hook is reached by the best means the kernel has, found by trying.
package dev.plumb.ebpf.link;
