package dev.plumb.ebpf.load;

/// The BTF a program carries: types, and which function and source line each instruction belongs to.
///
/// @param btf an encoded BTF block
/// @param functionInfo `bpf_func_info` records, one for each function
/// @param lineInfo `bpf_line_info` records, in the order of the instructions
@SuppressWarnings("ArrayRecordComponent") // encoded blocks that go to the kernel as they are
public record DebugInfo(byte[] btf, byte[] functionInfo, byte[] lineInfo) {}
