package dev.plumb.ebpf.program;

import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import dev.plumb.ebpf.load.ProgramType;

/// The calls of a [Body] that read what the kernel hands to the program. They are the same for each type of program,
/// where it has such a thing at all.
public sealed interface ContextCalls permits Body {
    /// An argument of the probed function or tracepoint, counted from 0: from the registers of a kprobe or uprobe, or
    /// from the arguments of a raw or typed tracepoint, fentry or fexit.
    default Value argument(int index) {
        return ContextArguments.of(self()).argument(index);
    }

    /// An argument by the name that it has in the kernel's source.
    default Value argument(String name) {
        ContextArguments arguments = ContextArguments.of(self());
        return arguments.argument(arguments.index(name));
    }

    /// An argument that points to a struct, by its name in the kernel's source; the struct is known from there, too.
    default KernelObject kernelArgument(String name) {
        return ContextArguments.of(self()).object(name);
    }

    /// What the probed function returned: in a kretprobe, uretprobe or fexit program.
    default Value result() {
        return ContextArguments.of(self()).result();
    }

    /// A number of the tracepoint's record, by the name that tracefs has for it.
    default Value field(String name) {
        TracepointFormat.Item item = format(name);
        return contextValue(item.type(), item.offset());
    }

    /// Where a text or block of the tracepoint's record lies, to be read with [ReadCalls#kernelText].
    default Value fieldAddress(String name) {
        TracepointFormat.Item item = format(name);
        Value start = Value.of(self().recorder(), self().contextTemp(), Type.U64);
        if (!item.dynamic()) {
            return start.add(item.offset());
        }
        return start.add(contextValue(Type.U32, item.offset()).and(0xffff));
    }

    private TracepointFormat.Item format(String name) {
        ProgramShape shape = self().shape();
        String category = shape.category();
        String event = shape.target();
        if (shape.type() != ProgramType.TRACEPOINT || category == null || event == null) {
            throw Recorder.wrong("programs of type " + shape.type() + " have no tracepoint record");
        }
        return TracepointFormat.read(category, event).item(name);
    }

    /// The address of the instruction that was probed or sampled.
    default Value instructionPointer() {
        return contextValue(Type.U64, registers("instruction pointer").instructionPointer());
    }

    default Value stackPointer() {
        return contextValue(Type.U64, registers("stack pointer").stackPointer());
    }

    default Value framePointer() {
        return contextValue(Type.U64, registers("frame pointer").framePointer());
    }

    private Registers registers(String what) {
        ProgramType type = self().shape().type();
        if (type != ProgramType.KPROBE && type != ProgramType.PERF_EVENT) {
            throw Recorder.wrong("programs of type " + type + " have no " + what);
        }
        return Registers.of(self().shape().architecture());
    }

    /// The sampled event's period, in perf-event programs.
    default Value samplePeriod() {
        return contextValue(Type.U64, perfEvent().perfEventBytes());
    }

    /// The address that the sampled event is about, in perf-event programs.
    default Value sampleAddress() {
        return contextValue(Type.U64, perfEvent().perfEventBytes() + 8);
    }

    private Registers perfEvent() {
        if (self().shape().type() != ProgramType.PERF_EVENT) {
            throw Recorder.wrong("programs of type " + self().shape().type() + " have no sample");
        }
        return Registers.of(self().shape().architecture());
    }

    /// An argument of a system call from the registers it was made with: what a `sys_enter` raw tracepoint and the
    /// kernel's functions for system calls get as their first argument.
    default Value systemCallArgument(Value registers, int index) {
        Registers layout = Registers.of(self().shape().architecture());
        if (index < 0 || index >= layout.systemCallArguments().size()) {
            throw Recorder.wrong("a system call has no argument " + index);
        }
        int offset = layout.systemCallArguments().get(index);
        return self().readKernel(Type.U64, registers.add(offset));
    }

    /// A number at an offset of the context, whatever the program's type.
    default Value contextValue(Type type, int offset) {
        Recorder recorder = self().recorder();
        if (offset < 0 || offset > Short.MAX_VALUE || offset % type.sizeBytes() != 0) {
            throw Recorder.wrong("a " + type + " at " + offset + " of the context is misaligned or out of reach");
        }
        Temp target = recorder.temp();
        recorder.add(new Op.Load(Recorder.here(), type.size(), target, self().contextTemp(), offset));
        Value loaded = Value.of(recorder, target, Type.of(type.sizeBytes(), false));
        return type.signed() ? loaded.as(type) : loaded;
    }

    private Body self() {
        return (Body) this;
    }
}
