package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Field;
import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.AluOperation;
import dev.plumb.ebpf.asm.AtomicOperation;
import dev.plumb.ebpf.asm.SourceLine;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.StackAddress;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import org.jspecify.annotations.Nullable;

/// Memory that a program may read and write: on its stack, the value of a map, or a record of a ring.
///
/// Fields are those of a [Layout], which the Java side decodes with. Usable until the block it was made in ends.
public final class Memory implements Argument.Data {
    /// What kind of memory it is.
    public enum Kind {
        STACK,
        /// The value of a map; other programs see it, so that [Memory#add] is atomic.
        MAP_VALUE,
        RECORD
    }

    private final Body body;
    private final Scope scope;
    private final SourceLine source = Recorder.here();
    private final Kind kind;
    private final Operand base;
    private final int offset;
    private final int sizeBytes;
    private final @Nullable Layout layout;

    Memory(Body body, Kind kind, Operand base, int offset, int sizeBytes, @Nullable Layout layout) {
        this.body = body;
        this.scope = body.recorder().scope();
        this.kind = kind;
        this.base = base;
        this.offset = offset;
        this.sizeBytes = sizeBytes;
        this.layout = layout;
    }

    public Kind kind() {
        return kind;
    }

    public int sizeBytes() {
        return sizeBytes;
    }

    /// The same memory with the fields of a layout, which must not be larger.
    public Memory as(Layout newLayout) {
        if (newLayout.sizeBytes() > sizeBytes) {
            throw Recorder.wrong("record '" + newLayout.name() + "' takes " + newLayout.sizeBytes()
                    + " bytes, here are " + sizeBytes);
        }
        return new Memory(body, kind, base, offset, sizeBytes, newLayout);
    }

    /// A part of this memory.
    public Memory part(Field field) {
        return part(place(field, 0, field.sizeBytes()), field.sizeBytes());
    }

    Memory part(int at, int size) {
        return new Memory(body, kind, base, offset + at, size, null);
    }

    /// Reads a number.
    public Value get(Field field) {
        return get(numeric(field), place(field, 0, field.elementSizeBytes()));
    }

    /// Reads the number at the start, for memory that holds just one.
    public Value get() {
        return get(only(), 0);
    }

    /// Reads a number at an offset.
    public Value get(Type type, int at) {
        Recorder recorder = body.recorder();
        check(type, at);
        Temp target = recorder.temp();
        recorder.add(new Op.Load(Recorder.here(), type.size(), target, recorder.use(this), offset + at));
        return widened(target, type);
    }

    private Value widened(Temp target, Type type) {
        Value loaded = Value.of(body.recorder(), target, Type.of(type.sizeBytes(), false));
        return type.signed() ? loaded.as(type) : loaded;
    }

    /// Writes a number, cut to the field's size.
    public Memory set(Field field, Value value) {
        return set(numeric(field), place(field, 0, field.elementSizeBytes()), value);
    }

    public Memory set(Field field, long number) {
        return set(field, body.constant(number));
    }

    /// Writes the number at the start, for memory that holds just one.
    public Memory set(Value value) {
        return set(only(), 0, value);
    }

    /// Writes a number at an offset.
    public Memory set(Type type, int at, Value value) {
        Recorder recorder = body.recorder();
        check(type, at);
        Arithmetic.requireNumber(value);
        Operand operand = recorder.use(value);
        recorder.add(new Op.Store(Recorder.here(), type.size(), recorder.use(this), offset + at, operand));
        return this;
    }

    /// Adds to a number of 4 or 8 bytes: in one atomic step in a map, which other CPUs may be changing.
    public Memory add(Field field, Value amount) {
        return add(numeric(field), place(field, 0, field.elementSizeBytes()), amount);
    }

    public Memory add(Field field, long amount) {
        return add(field, body.constant(amount));
    }

    /// Adds to the number at the start, for memory that holds just one.
    public Memory add(Value amount) {
        return add(only(), 0, amount);
    }

    public Memory add(long amount) {
        return add(body.constant(amount));
    }

    /// Adds to a number at an offset.
    public Memory add(Type type, int at, Value amount) {
        check(type, at);
        if (kind != Kind.MAP_VALUE) {
            return set(type, at, get(type, at).add(amount));
        }
        Recorder recorder = body.recorder();
        atomic(recorder, type, recorder.use(this), offset + at, amount);
        return this;
    }

    private void atomic(Recorder recorder, Type type, Operand address, int at, Value amount) {
        if (type.sizeBytes() < 4) {
            throw Recorder.wrong("only numbers of 4 and 8 bytes can be added to in one step, not " + type);
        }
        recorder.add(new Op.Atomic(
                Recorder.here(), AtomicOperation.ADD, type.size(), address, at, recorder.use(amount), null));
    }

    /// Reads an element of an array field. The verifier must be able to bound the index; see [Value#atMost].
    public Value get(Field field, Value index) {
        if (index.number() != null) {
            return get(numeric(field), elementPlace(field, index.number()));
        }
        Recorder recorder = body.recorder();
        Type type = numeric(field);
        Temp target = recorder.temp();
        Operand address = element(field, index);
        recorder.add(new Op.Load(Recorder.here(), type.size(), target, address, 0));
        return widened(target, type);
    }

    /// Writes an element of an array field.
    public Memory set(Field field, Value index, Value value) {
        if (index.number() != null) {
            return set(numeric(field), elementPlace(field, index.number()), value);
        }
        Recorder recorder = body.recorder();
        Operand address = element(field, index);
        recorder.add(new Op.Store(Recorder.here(), numeric(field).size(), address, 0, recorder.use(value)));
        return this;
    }

    /// Adds to an element of an array field: in one atomic step in a map.
    public Memory add(Field field, Value index, Value amount) {
        if (index.number() != null) {
            return add(numeric(field), elementPlace(field, index.number()), amount);
        }
        atomic(body.recorder(), numeric(field), element(field, index), 0, amount);
        return this;
    }

    public Memory add(Field field, Value index, long amount) {
        return add(field, index, body.constant(amount));
    }

    private int elementPlace(Field field, long index) {
        if (index < 0 || index >= field.count()) {
            throw Recorder.wrong(
                    "field '" + field.name() + "' has " + field.count() + " elements, so no element " + index);
        }
        return place(field, (int) index * field.elementSizeBytes(), field.elementSizeBytes());
    }

    private Operand element(Field field, Value index) {
        Recorder recorder = body.recorder();
        int start = place(field, 0, field.sizeBytes());
        Operand distance = recorder.use(index.mul(field.elementSizeBytes()));
        Temp address = recorder.temp();
        recorder.add(new Op.Compute(Recorder.here(), AluOperation.ADD, address, address(start), distance));
        return address;
    }

    /// Fills a field from some source; gives the helper's answer, below zero if it failed. A text ends in a zero byte
    /// inside the field.
    public Value fill(Field field, Source from) {
        return from.read(body, part(field), body.constant(field.sizeBytes()));
    }

    /// Fills the start of a field with as many bytes, which the verifier must know to fit.
    public Value fill(Field field, Source from, Value size) {
        return from.read(body, part(field), size);
    }

    /// Fills this memory.
    public Value fill(Source from) {
        return from.read(body, this, body.constant(sizeBytes));
    }

    /// Copies as many bytes from other memory as this one has.
    public Memory copy(Memory from) {
        if (from.sizeBytes < sizeBytes) {
            throw Recorder.wrong(sizeBytes + " bytes cannot be copied from " + from.sizeBytes);
        }
        int at = 0;
        for (int size = 8; size > 0; size /= 2) {
            for (; at + size <= sizeBytes; at += size) {
                Type type = Type.of(size, false);
                set(type, at, from.get(type, at));
            }
        }
        return this;
    }

    /// Where this memory starts, plus an offset.
    Operand address(int at) {
        Recorder recorder = body.recorder();
        Operand start = recorder.use(this);
        int distance = offset + at;
        if (start instanceof StackAddress stack) {
            return new StackAddress(stack.slot(), stack.offset() + distance);
        }
        if (distance == 0) {
            return start;
        }
        Temp address = recorder.temp();
        recorder.add(new Op.Compute(Recorder.here(), AluOperation.ADD, address, start, new Operand.Literal(distance)));
        return address;
    }

    private Type numeric(Field field) {
        if (field.kind() == Field.Kind.TEXT || field.kind() == Field.Kind.BYTES) {
            throw Recorder.wrong("field '" + field.name() + "' is no number but " + field.kind() + "; use fill");
        }
        return Type.of(field);
    }

    private int place(Field field, int at, int size) {
        if (layout != null && !layout.fields().contains(field)) {
            throw Recorder.wrong("record '" + layout.name() + "' has no field '" + field.name() + "'");
        }
        if (field.offset() + at + size > sizeBytes) {
            throw Recorder.wrong("field '" + field.name() + "' ends at " + (field.offset() + field.sizeBytes())
                    + ", behind the " + sizeBytes + " bytes of this memory");
        }
        return field.offset() + at;
    }

    private Type only() {
        if (layout != null && layout.fields().size() == 1) {
            return numeric(layout.fields().getFirst());
        }
        if (layout == null && Integer.bitCount(sizeBytes) == 1 && sizeBytes <= 8) {
            return Type.of(sizeBytes, false);
        }
        throw Recorder.wrong("this memory does not hold one number; name the field");
    }

    private void check(Type type, int at) {
        if (at < 0 || at + type.sizeBytes() > sizeBytes) {
            throw Recorder.wrong(
                    type.sizeBytes() + " bytes at " + at + " are outside of this memory's " + sizeBytes + " bytes");
        }
        int place = offset + at + (base instanceof StackAddress address ? address.frameOffset() : 0);
        if (Math.floorMod(place, type.sizeBytes()) != 0) {
            throw Recorder.wrong(
                    "a " + type + " at " + at + " is misaligned; it goes at a multiple of " + type.sizeBytes());
        }
        if (offset + at > Short.MAX_VALUE) {
            throw Recorder.wrong("offset " + (offset + at) + " is out of an instruction's reach, " + Short.MAX_VALUE);
        }
    }

    @Nullable
    Layout layout() {
        return layout;
    }

    Recorder recorder() {
        return body.recorder();
    }

    Scope scope() {
        return scope;
    }

    SourceLine source() {
        return source;
    }

    Operand base() {
        return base;
    }
}
