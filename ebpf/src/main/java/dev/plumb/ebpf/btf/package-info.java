/// Reads and writes BTF, the kernel's own description of its types, and answers questions about them: field offsets by
/// path, enum values, function prototypes, sizes. Depends on the exceptions of `dev.plumb.ebpf` and on nothing native.
package dev.plumb.ebpf.btf;
