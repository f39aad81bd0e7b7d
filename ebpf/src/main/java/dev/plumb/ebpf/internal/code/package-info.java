/// Turns the operations of a built program, on as many temporaries as it likes, into instructions on ten registers and
/// 512 bytes of stack. Depends on `asm` alone; the package `program` is its only user.
package dev.plumb.ebpf.internal.code;
