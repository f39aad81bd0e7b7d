package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.map.BpfMap;
import java.util.function.Consumer;

/// The calls of a [Body] that send records to the Java side.
public sealed interface RingCalls permits Body {
    /// Reserves a record in a ring buffer, fills it and submits it. A full ring is counted and the block left out.
    ///
    /// Leaving the block by `exit` or out of a loop gives the record up. Bytes that the block does not
    /// write are zero.
    default void ring(BpfMap ring, Layout layout, Consumer<Memory> fill, Counter lost) {
        Recorder recorder = self().recorder();
        Body body = self();
        Value reserved =
                body.call(Helper.RINGBUF_RESERVE, body.map(ring), body.constant(layout.sizeBytes()), body.constant(0));
        Operand address = recorder.use(reserved);
        int full = recorder.newLabel();
        int end = recorder.newLabel();
        recorder.add(new Op.Branch(Recorder.here(), Condition.EQUAL, address, new Literal(0), full));
        recorder.add(new Op.Zero(Recorder.here(), address, layout.sizeBytes()));
        recorder.inScope(() -> {
            Memory record = new Memory(body, Memory.Kind.RECORD, address, 0, layout.sizeBytes(), layout);
            recorder.scope().record = record;
            fill.accept(record);
            if (recorder.reachable()) {
                body.invoke(Helper.RINGBUF_SUBMIT, record, body.constant(0));
            }
        });
        recorder.jump(end);
        recorder.mark(full);
        recorder.inScope(() -> body.count(lost));
        recorder.mark(end);
    }

    /// Copies memory into a ring buffer; gives 0, or an error below zero if it is full.
    default Value ringOutput(BpfMap ring, Memory data) {
        Body body = self();
        return body.call(
                Helper.RINGBUF_OUTPUT, body.map(ring), data, body.constant(data.sizeBytes()), body.constant(0));
    }

    /// Copies memory into the perf buffer of this CPU; gives 0, or an error below zero. The kernel counts what is lost.
    default Value perfOutput(BpfMap events, Memory data) {
        Body body = self();
        Value thisCpu = body.constant(0xffff_ffffL);
        return body.call(
                Helper.PERF_EVENT_OUTPUT,
                body.context(),
                body.map(events),
                thisCpu,
                data,
                body.constant(data.sizeBytes()));
    }

    private Body self() {
        return (Body) this;
    }
}
