/// Programs loaded into the kernel: what they are to be, loading, the verifier's refusals, test runs, statistics and
/// what else is loaded. Depends on the assembler, BTF and the system calls.
package dev.plumb.ebpf.load;
