package dev.plumb.ebpf.program;

import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.btf.Btf;
import java.util.OptionalLong;

/// The calls of a [Body] that read memory of the kernel and of processes. What cannot be read is zero.
public sealed interface ReadCalls permits Body {
    /// A number at an address of the kernel.
    default Value readKernel(Type type, Value address) {
        return read(Helper.PROBE_READ_KERNEL, type, address);
    }

    /// A number at an address of the running process.
    default Value readUser(Type type, Value address) {
        return read(Helper.PROBE_READ_USER, type, address);
    }

    private Value read(Helper helper, Type type, Value address) {
        Recorder recorder = self().recorder();
        int mark = recorder.stackMark();
        Memory slot = self().local(type.sizeBytes());
        self().invoke(helper, slot, self().constant(type.sizeBytes()), address);
        Value value = slot.get(type, 0);
        recorder.release(mark);
        return value;
    }

    /// A string that ends in a zero byte, at an address of the kernel; filling gives its length with the zero.
    default Source kernelText(Value address) {
        return Source.at(Helper.PROBE_READ_KERNEL_STR, address);
    }

    /// A string that ends in a zero byte, at an address of the running process; filling gives its length with the zero.
    default Source userText(Value address) {
        return Source.at(Helper.PROBE_READ_USER_STR, address);
    }

    default Source kernelBytes(Value address) {
        return Source.at(Helper.PROBE_READ_KERNEL, address);
    }

    default Source userBytes(Value address) {
        return Source.at(Helper.PROBE_READ_USER, address);
    }

    /// A struct of the kernel at an address, to read fields of by their names; the kernel's BTF says where they are.
    default KernelObject kernel(String struct, Value address) {
        return KernelObject.of(self(), struct, address);
    }

    /// Whether this kernel has a field, to write a program that works with either.
    default boolean kernelHas(String struct, String path) {
        return btf().hasField(struct, path);
    }

    /// The value of an enum's constant in this kernel.
    default long kernelConstant(String name) {
        OptionalLong value = btf().enumValue(name);
        if (value.isEmpty()) {
            throw Recorder.wrong("this kernel has no enum with a constant '" + name + "'");
        }
        return value.getAsLong();
    }

    private Btf btf() {
        return self().shape().btf();
    }

    private Body self() {
        return (Body) this;
    }
}
