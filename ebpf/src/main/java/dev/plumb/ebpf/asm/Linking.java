package dev.plumb.ebpf.asm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Replaces labels by distances.
final class Linking {
    private final String name;
    private final List<Assembler.Unlinked> instructions;
    private final Map<String, Assembler.Place> labels;
    private final Set<String> used = new HashSet<>();
    private final Set<String> functions = new TreeSet<>();
    private final int[] slots;

    Linking(String name, List<Assembler.Unlinked> instructions, Map<String, Assembler.Place> labels) {
        this.name = name;
        this.instructions = instructions;
        this.labels = labels;
        this.slots = new int[instructions.size()];
        int slot = 0;
        for (int index = 0; index < slots.length; index++) {
            slots[index] = slot;
            slot += instructions.get(index).slots();
        }
    }

    Code link() {
        var linked = new ArrayList<Instruction>(instructions.size());
        var sources = new ArrayList<SourceLine>(instructions.size());
        for (int index = 0; index < instructions.size(); index++) {
            Assembler.Unlinked unlinked = instructions.get(index);
            linked.add(link(index, unlinked));
            sources.add(unlinked.source());
        }
        checkUse();
        return new Code(linked, sources, places(), name);
    }

    private Instruction link(int index, Assembler.Unlinked unlinked) {
        String label = unlinked.label();
        if (label == null) {
            return unlinked.form().apply(0);
        }
        Assembler.Place place = labels.get(label);
        if (place == null) {
            throw new AssemblyException(
                    unlinked.source(), "no label '" + label + "'; there are " + new TreeMap<>(labels).keySet());
        }
        if (place.index() >= slots.length) {
            throw new AssemblyException(
                    place.source(), "label '" + label + "' stands past the end; put an instruction after it");
        }
        used.add(label);
        try {
            Instruction linked = unlinked.form().apply(slots[place.index()] - slots[index] - 1);
            if (linked instanceof Instruction.CallLocal || linked instanceof Instruction.LoadFunction) {
                functions.add(label);
            }
            return linked;
        } catch (IllegalArgumentException wrong) {
            throw new AssemblyException(unlinked.source(), "label '" + label + "' is out of reach", wrong);
        }
    }

    private void checkUse() {
        new TreeMap<>(labels).forEach((label, place) -> {
            if (!used.contains(label)) {
                throw new AssemblyException(
                        place.source(), "nothing uses label '" + label + "'; remove it, or is a jump misspelt?");
            }
        });
    }

    /// The labels by slot; where several stand at one place, a function's name wins, then the first in the alphabet.
    private SortedMap<Integer, String> places() {
        var places = new TreeMap<Integer, String>();
        functions.forEach(label -> place(places, label));
        new TreeSet<>(labels.keySet()).forEach(label -> place(places, label));
        return places;
    }

    private void place(SortedMap<Integer, String> places, String label) {
        Assembler.Place place = Objects.requireNonNull(labels.get(label));
        places.putIfAbsent(slots[place.index()], label);
    }
}
