/// Programs for the kernel written in Java: typed values, structured control flow, maps, rings and kernel structs, with
/// no register numbers. Depends on `asm`, `btf`, `map` and `load`.
package dev.plumb.ebpf.program;
