package dev.plumb.ebpf.asm;

/// The calls of an [Assembler] that load 64 bits known before the program runs; each takes two slots.
public sealed interface ConstantCalls permits Assembler {
    /// `destination =` any number of 64 bits.
    default Assembler loadConstant(Register destination, long value) {
        return self().emit(() -> new Instruction.LoadConstant(destination, value));
    }

    /// `destination =` the map behind a file descriptor.
    default Assembler loadMap(Register destination, int fd) {
        return self().emit(() -> new Instruction.LoadMap(destination, MapReference.DESCRIPTOR, fd));
    }

    /// `destination =` the address of a byte in the single value of the array behind a file descriptor.
    default Assembler loadMapValue(Register destination, int fd, int offset) {
        return self().emit(() -> new Instruction.LoadMapValue(destination, MapReference.DESCRIPTOR, fd, offset));
    }

    /// Like [#loadMap], for the map at a place of the descriptor array given at load time; needs kernel 5.14.
    default Assembler loadMapByIndex(Register destination, int index) {
        return self().emit(() -> new Instruction.LoadMap(destination, MapReference.INDEX, index));
    }

    /// Like [#loadMapValue], for the map at a place of the descriptor array given at load time; needs kernel 5.14.
    default Assembler loadMapValueByIndex(Register destination, int index, int offset) {
        return self().emit(() -> new Instruction.LoadMapValue(destination, MapReference.INDEX, index, offset));
    }

    /// `destination =` the address of a variable or function of the kernel, by its BTF id.
    default Assembler loadKernelSymbol(Register destination, int btfId) {
        return loadKernelSymbol(destination, btfId, 0);
    }

    /// `destination =` the address of a module's variable or function, by its id in the BTF behind a descriptor.
    default Assembler loadKernelSymbol(Register destination, int btfId, int btfFd) {
        return self().emit(() -> new Instruction.LoadKernelSymbol(destination, btfId, btfFd));
    }

    /// `destination =` the function that starts at a label, for a helper to call. Needs kernel 5.13, which wants the
    /// program's functions described in BTF.
    default Assembler loadFunction(Register destination, String label) {
        return self().emit(label, offset -> new Instruction.LoadFunction(destination, offset));
    }

    private Assembler self() {
        return (Assembler) this;
    }
}
