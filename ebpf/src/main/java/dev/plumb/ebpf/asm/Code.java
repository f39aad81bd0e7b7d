package dev.plumb.ebpf.asm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A whole program: its instructions with the places they take, the Java lines they come from, and its functions.
///
/// Immutable. An instruction's *index* counts instructions; its *slot* counts 8 bytes, as the kernel's messages do.
public final class Code {
    private final List<Instruction> instructions;
    private final List<SourceLine> sources;
    private final int[] slots;
    private final int[] indexes;
    private final SortedMap<Integer, String> labels;
    private final List<Function> functions;

    /// A function of the program; the first one is the program itself.
    public record Function(String name, int slot) {}

    Code(List<Instruction> instructions, List<SourceLine> sources, SortedMap<Integer, String> labels, String name) {
        this.instructions = List.copyOf(instructions);
        this.sources = List.copyOf(sources);
        this.labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        this.slots = new int[instructions.size()];
        int count = 0;
        for (int index = 0; index < slots.length; index++) {
            slots[index] = count;
            count += instructions.get(index).slots();
        }
        this.indexes = new int[count];
        Arrays.fill(indexes, -1);
        for (int index = 0; index < slots.length; index++) {
            indexes[slots[index]] = index;
        }
        this.functions = functions(name);
    }

    private List<Function> functions(String name) {
        var bySlot = new TreeMap<Integer, Function>();
        bySlot.put(0, new Function(name, 0));
        for (int index = 0; index < slots.length; index++) {
            int target = ControlFlow.functionSlot(this, index);
            if (index(target) > 0) {
                String label = labels.getOrDefault(target, "function_" + target);
                bySlot.put(target, new Function(label, target));
            }
        }
        return List.copyOf(bySlot.values());
    }

    public List<Instruction> instructions() {
        return instructions;
    }

    /// The functions by their place; the first is the program itself.
    public List<Function> functions() {
        return functions;
    }

    /// The labels by the slot they stand before.
    public SortedMap<Integer, String> labels() {
        return labels;
    }

    /// How many slots the program takes: what the kernel counts as instructions.
    public int slotCount() {
        return indexes.length;
    }

    /// The first slot of an instruction.
    public int slot(int index) {
        return slots[index];
    }

    /// The instruction that starts at a slot, or -1 if none does.
    public int index(int slot) {
        return slot >= 0 && slot < indexes.length ? indexes[slot] : -1;
    }

    /// The Java line that asked for an instruction.
    public SourceLine source(int index) {
        return sources.get(index);
    }

    /// The Java line behind a slot, as the kernel's messages count them; [SourceLine#UNKNOWN] for a slot outside.
    public SourceLine sourceOfSlot(int slot) {
        if (slot < 0 || slot >= indexes.length) {
            return SourceLine.UNKNOWN;
        }
        return sources.get(indexes[slot] < 0 ? indexes[slot - 1] : indexes[slot]);
    }

    /// A complaint about an instruction, by its slot where the Java line is not known.
    AssemblyException complaint(int index, String reason) {
        SourceLine source = sources.get(index);
        String place = source.equals(SourceLine.UNKNOWN) ? "slot " + slots[index] + ": " : "";
        return new AssemblyException(source, place + reason);
    }

    /// The program as this machine's kernel takes it.
    public byte[] encode() {
        return encode(ByteOrder.nativeOrder());
    }

    public byte[] encode(ByteOrder order) {
        var bytes = ByteBuffer.allocate(slotCount() * Slot.BYTES).order(order);
        for (Instruction instruction : instructions) {
            Slot.put(bytes, Encoder.first(instruction));
            if (instruction instanceof Instruction.Wide wide) {
                Slot.put(bytes, Encoder.second(wide));
            }
        }
        return bytes.array();
    }

    /// Writes the program, as this machine's kernel takes it, to the start of a segment.
    public void encodeTo(MemorySegment segment) {
        MemorySegment.copy(MemorySegment.ofArray(encode()), 0, segment, 0, (long) slotCount() * Slot.BYTES);
    }

    /// Reads a program in this machine's byte order. What is not an instruction is kept as [Instruction.Raw], so that
    /// the
    /// result encodes to the same bytes again.
    public static Code decode(byte[] bytes) {
        return decode(bytes, ByteOrder.nativeOrder());
    }

    public static Code decode(byte[] bytes, ByteOrder order) {
        if (bytes.length % Slot.BYTES != 0) {
            throw new IllegalArgumentException("decode program: " + bytes.length
                    + " bytes are not a whole number of 8-byte instructions; is it cut off?");
        }
        var buffer = ByteBuffer.wrap(bytes).order(order);
        long[] slots = new long[bytes.length / Slot.BYTES];
        for (int at = 0; at < slots.length; at++) {
            slots[at] = Slot.read(buffer);
        }
        List<Instruction> instructions = Decoder.decode(slots);
        List<SourceLine> sources = Collections.nCopies(instructions.size(), SourceLine.UNKNOWN);
        return new Code(instructions, sources, new TreeMap<>(), "main");
    }

    /// The disassembly.
    @Override
    public String toString() {
        return Disassembler.text(this);
    }
}
