package dev.plumb.elf;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/// Names the stubs of the procedure linkage table, which have no symbols of their own.
///
/// Each stub jumps through a slot that the dynamic linker fills; the relocation of that slot names the function. The
/// slot is read from the stub's code, so that every layout a linker may choose (`.plt`, `.plt.sec`, `.plt.got`)
/// works.
final class PltReader {
    /// A slot's function: a name in a string table, or -1 and the address of the resolver that chooses the function.
    private record Slot(int name, int source, long resolver) {}

    private static final int MAX_STUBS = 1 << 20;

    private final ElfFile file;
    private final SymbolTable functions;
    private final Map<Long, Slot> slots = new HashMap<>();

    PltReader(ElfFile file, SymbolTable functions) {
        this.file = file;
        this.functions = functions;
    }

    void addTo(SymbolTableBuilder builder) {
        if (!file.wide() || (file.machine() != ElfMachine.X86_64 && file.machine() != ElfMachine.AARCH64)) {
            return;
        }
        for (ElfSection section : file.sections()) {
            if (section.name().startsWith(".plt") && section.executable() && section.present()) {
                readSlots(builder);
                addStubs(section, builder);
            }
        }
    }

    private void readSlots(SymbolTableBuilder builder) {
        if (!slots.isEmpty()) {
            return;
        }
        for (ElfSection section : file.sections()) {
            if (section.type() == ElfSection.RELA && section.name().startsWith(".rela.") && section.present()) {
                readRelocations(section, builder);
            }
        }
    }

    private void readRelocations(ElfSection section, SymbolTableBuilder builder) {
        MemorySegment symbols = null;
        int source = -1;
        if (section.link() > 0 && section.link() < file.sections().size()) {
            ElfSection table = file.sections().get(section.link());
            symbols = file.bytes(table);
            if (table.link() > 0 && table.link() < file.sections().size()) {
                source = builder.addStrings(file, table.link());
            }
        }
        int entries = (int) Math.min(section.size() / 24, MAX_STUBS);
        ByteReader in = new ByteReader(Memory.copy(file.bytes(section), 0, entries * 24L));
        for (int i = 0; i < entries; i++) {
            long slot = in.i64();
            in.skip(4);
            long symbol = in.u32();
            long addend = in.i64();
            if (symbol == 0) {
                slots.putIfAbsent(slot, new Slot(-1, 0, addend));
            } else if (symbols != null && source >= 0 && Memory.isWithin(symbols, symbol * 24, 4)) {
                slots.put(slot, new Slot(Memory.i32(symbols, symbol * 24), source, 0));
            }
        }
    }

    private void addStubs(ElfSection section, SymbolTableBuilder builder) {
        byte[] code = Memory.copy(file.bytes(section), 0, Math.min(section.size(), MAX_STUBS * 16L));
        int step = section.entrySize() == 8 ? 8 : 16;
        for (int at = 0; at + step <= code.length; at += step) {
            long slot = file.machine() == ElfMachine.X86_64
                    ? x86Slot(code, at, step, section.address())
                    : armSlot(code, at, section.address());
            Slot target = slots.get(slot);
            if (target == null) {
                continue;
            }
            int name = target.name();
            if (name >= 0) {
                builder.add(section.address() + at, step, name, target.source() | SymbolTable.PLT, 4);
            } else {
                int row = functions.find(target.resolver());
                if (row >= 0 && functions.start(row) == target.resolver()) {
                    int source = functions.source(row) | SymbolTable.PLT;
                    builder.add(section.address() + at, step, functions.nameOffset(row), source, 4);
                }
            }
        }
    }

    /// `jmp *slot(%rip)`, behind an optional `endbr64` and an optional `bnd` prefix.
    private static long x86Slot(byte[] code, int stub, int step, long address) {
        int at = stub;
        if (step >= 16 && (code[at] & 0xff) == 0xf3 && code[at + 1] == 0x0f && code[at + 2] == 0x1e) {
            at += 4;
        }
        if ((code[at] & 0xff) == 0xf2) {
            at++;
        }
        if ((code[at] & 0xff) != 0xff || code[at + 1] != 0x25 || at + 6 > stub + step) {
            return -1;
        }
        return address + at + 6 + new ByteReader(code, at + 2).i32();
    }

    /// `adrp x16, page` and `ldr x17, [x16, #offset]`, behind an optional `bti`.
    private static long armSlot(byte[] code, int stub, long address) {
        int at = stub;
        ByteReader in = new ByteReader(code, at);
        int adrp = in.i32();
        if (adrp == 0xd503245f) {
            at += 4;
            adrp = in.i32();
        }
        int load = in.i32();
        if ((adrp & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211) {
            return -1;
        }
        long pages = (long) (adrp << 8 >> 13) << 2 | ((adrp >>> 29) & 3);
        return ((address + at) & -4096L) + (pages << 12) + (((load >>> 10) & 0xfff) << 3);
    }
}
