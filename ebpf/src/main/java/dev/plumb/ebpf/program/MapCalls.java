package dev.plumb.ebpf.program;

import dev.plumb.ebpf.Layout;
import dev.plumb.ebpf.asm.Condition;
import dev.plumb.ebpf.asm.Helper;
import dev.plumb.ebpf.internal.code.Op;
import dev.plumb.ebpf.internal.code.Operand;
import dev.plumb.ebpf.internal.code.Operand.Literal;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import dev.plumb.ebpf.map.BpfMap;
import dev.plumb.ebpf.map.UpdateMode;
import java.util.function.Consumer;

/// The calls of a [Body] that use maps. Keys and values are memory of the map's size, or a number that is stored for
/// the call.
public sealed interface MapCalls permits Body {
    /// Looks up a key, and runs one block with the value or another without.
    default void lookup(BpfMap map, Argument.Data key, Consumer<Memory> found, Runnable missing) {
        ifPresent(find(map, key), map.spec().valueSizeBytes(), memory -> found.accept(typed(map, memory)), missing);
    }

    /// Looks up a key, and runs a block with the value if there is one.
    default void lookup(BpfMap map, Argument.Data key, Consumer<Memory> found) {
        lookup(map, key, found, () -> {});
    }

    /// Looks up a key; leaves the program if there is no such value.
    default Memory lookupOrExit(BpfMap map, Argument.Data key) {
        Temp address = (Temp) self().recorder().use(find(map, key));
        requirePresent(address);
        return value(map, address);
    }

    /// Looks up a key, and puts an initial value there if it is missing. Where the map is full, a counter counts and
    /// the
    /// program is left.
    default Memory lookupOrInsert(BpfMap map, Argument.Data key, Argument.Data initial, Counter full) {
        Recorder recorder = self().recorder();
        Temp address = recorder.temp();
        int done = recorder.newLabel();
        recorder.add(new Op.Move(Recorder.here(), address, recorder.use(find(map, key))));
        recorder.add(new Op.Branch(Recorder.here(), Condition.NOT_EQUAL, address, new Literal(0), done));
        recorder.inScope(() -> {
            update(map, key, initial, UpdateMode.NO_EXIST);
            recorder.add(new Op.Move(Recorder.here(), address, recorder.use(find(map, key))));
            recorder.add(new Op.Branch(Recorder.here(), Condition.NOT_EQUAL, address, new Literal(0), done));
            count(full);
            self().exit();
        });
        recorder.mark(done);
        return value(map, address);
    }

    private void requirePresent(Temp address) {
        Recorder recorder = self().recorder();
        int present = recorder.newLabel();
        recorder.add(new Op.Branch(Recorder.here(), Condition.NOT_EQUAL, address, new Literal(0), present));
        self().exit();
        recorder.mark(present);
    }

    private Memory value(BpfMap map, Temp address) {
        int size = map.spec().valueSizeBytes();
        return typed(map, new Memory(self(), Memory.Kind.MAP_VALUE, address, 0, size, null));
    }

    private static Memory typed(BpfMap map, Memory memory) {
        Layout layout = map.spec().valueLayout();
        return layout == null ? memory : memory.as(layout);
    }

    private Value find(BpfMap map, Argument.Data key) {
        Recorder recorder = self().recorder();
        int mark = recorder.stackMark();
        Memory keyMemory = stored(key, map.spec().keySizeBytes(), "key", map);
        Value found = self().call(Helper.MAP_LOOKUP_ELEM, self().map(map), keyMemory);
        recorder.release(mark);
        return found;
    }

    /// Runs one block with the memory that a helper's result points to, or another if the result is null.
    default void ifPresent(Value pointer, int sizeBytes, Consumer<Memory> present, Runnable missing) {
        Recorder recorder = self().recorder();
        Operand address = recorder.use(pointer);
        int none = recorder.newLabel();
        int end = recorder.newLabel();
        recorder.add(new Op.Branch(Recorder.here(), Condition.EQUAL, address, new Literal(0), none));
        recorder.inScope(() -> present.accept(new Memory(self(), Memory.Kind.MAP_VALUE, address, 0, sizeBytes, null)));
        recorder.jump(end);
        recorder.mark(none);
        recorder.inScope(missing);
        recorder.mark(end);
    }

    /// Sets the value of a key; gives 0, or an error below zero: -7 (E2BIG) if the map is full.
    default Value update(BpfMap map, Argument.Data key, Argument.Data value) {
        return update(map, key, value, UpdateMode.ANY);
    }

    default Value update(BpfMap map, Argument.Data key, Argument.Data value, UpdateMode mode) {
        Recorder recorder = self().recorder();
        int mark = recorder.stackMark();
        Memory keyMemory = stored(key, map.spec().keySizeBytes(), "key", map);
        Memory valueMemory = stored(value, map.spec().valueSizeBytes(), "value", map);
        Value result = self().call(
                        Helper.MAP_UPDATE_ELEM, self().map(map), keyMemory, valueMemory, self().constant(mode.flag()));
        recorder.release(mark);
        return result;
    }

    /// Removes a key; gives 0, or an error below zero if there is none.
    default Value delete(BpfMap map, Argument.Data key) {
        Recorder recorder = self().recorder();
        int mark = recorder.stackMark();
        Memory keyMemory = stored(key, map.spec().keySizeBytes(), "key", map);
        Value result = self().call(Helper.MAP_DELETE_ELEM, self().map(map), keyMemory);
        recorder.release(mark);
        return result;
    }

    /// Puts a value into a queue or stack; gives 0, or an error below zero if it is full.
    default Value push(BpfMap map, Argument.Data value) {
        Recorder recorder = self().recorder();
        int mark = recorder.stackMark();
        Memory valueMemory = stored(value, map.spec().valueSizeBytes(), "value", map);
        Value result = self().call(Helper.MAP_PUSH_ELEM, self().map(map), valueMemory, self().constant(0));
        recorder.release(mark);
        return result;
    }

    /// Counts one.
    default void count(Counter counter) {
        count(counter, self().constant(1));
    }

    /// Counts some.
    default void count(Counter counter, Value amount) {
        lookup(counter.map(), self().constant(counter.cell()), cell -> cell.add(Type.U64, 0, amount));
    }

    private Memory stored(Argument.Data data, int sizeBytes, String what, BpfMap map) {
        if (data instanceof Memory memory) {
            return memory;
        }
        if (Integer.bitCount(sizeBytes) != 1 || sizeBytes > 8) {
            throw Recorder.wrong(map + ": its " + what + " has " + sizeBytes
                    + " bytes and is no single number; give memory of that size");
        }
        Memory slot = self().local(sizeBytes);
        return slot.set(Type.of(sizeBytes, false), 0, (Value) data);
    }

    private Body self() {
        return (Body) this;
    }
}
