/// The eBPF instruction set, one Java call per instruction: assembler with labels, encoder, decoder, disassembler and
/// the
/// checks that need no kernel. Depends on nothing.
package dev.plumb.ebpf.asm;
