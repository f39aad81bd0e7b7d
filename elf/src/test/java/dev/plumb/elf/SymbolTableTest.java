package dev.plumb.elf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumb.testkit.CProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SymbolTableTest {
    /// `exported` is followed by unnamed code once the local symbols are stripped.
    private static final String LIBRARY = """
            __attribute__((noinline)) static int hidden(int x) { return x * 31 + 7; }
            int exported(int x) { return hidden(x) + hidden(x + 1); }
            int pad1(int x) { return x; }
            __asm__(".globl label\\nlabel:\\n nop\\n nop\\n nop\\n");
            __asm__(".globl outer_asm\\n.type outer_asm,@function\\nouter_asm: nop\\n nop\\n"
                    ".globl inner_asm\\n.type inner_asm,@function\\ninner_asm: nop\\n.size inner_asm, 1\\n"
                    "nop\\n nop\\n.size outer_asm, 5\\n");
            """;

    @TempDir
    private Path folder;

    @Test
    void findsEachFunctionByItsFirstAndLastByte() throws Exception {
        Path program = Programs.inlines();
        try (ElfFile file = ElfFile.open(program)) {
            SymbolTable table = SymbolTable.of(file);
            int row = table.find(Programs.address(program, "outer"));
            assertThat(table.name(row)).isEqualTo("outer");
            assertThat(table.find(table.start(row) + table.size(row) - 1)).isEqualTo(row);
            assertThat(table.find(table.start(row) + table.size(row))).isNotEqualTo(row);
        }
    }

    @Test
    void doesNotLendTheNameOfAnExportedFunctionToUnnamedCode() throws Exception {
        Path library = CProgram.compile(LIBRARY, "-shared", "-fPIC", "-O1");
        long hidden = Programs.address(library, "hidden");
        Path stripped = Programs.objcopy(folder, library, "-S");
        try (ElfFile file = ElfFile.open(stripped)) {
            SymbolTable table = SymbolTable.of(file);
            assertThat(table.find(hidden)).isEqualTo(-1);
            assertThat(table.name(table.find(Programs.address(library, "exported"))))
                    .isEqualTo("exported");
        }
    }

    @Test
    void lendsTheNameOfASymbolWithoutSizeToItsOwnAddressOnly() throws Exception {
        Path library = CProgram.compile(LIBRARY, "-shared", "-fPIC", "-O1");
        long label = Programs.address(library, "label");
        try (ElfFile file = ElfFile.open(library)) {
            SymbolTable table = SymbolTable.of(file);
            assertThat(table.name(table.find(label))).isEqualTo("label");
            assertThat(table.find(label + 1)).isEqualTo(-1);
        }
    }

    @Test
    void findsTheOuterFunctionBehindOneInsideIt() throws Exception {
        Path library = CProgram.compile(LIBRARY, "-shared", "-fPIC", "-O1");
        long outer = Programs.address(library, "outer_asm");
        try (ElfFile file = ElfFile.open(library)) {
            assertThat(nameAt(file, outer + 1)).isEqualTo("outer_asm");
            assertThat(nameAt(file, outer + 2)).isEqualTo("inner_asm");
            assertThat(nameAt(file, outer + 3)).isEqualTo("outer_asm");
        }
    }

    @Test
    void prefersTheNameThatUsersKnow() throws IOException, InterruptedException {
        Path library = CProgram.compile("""
                int __libc_thing(int x) { return x + 1; }
                extern int thing(int) __attribute__((alias("__libc_thing")));
                extern int __thing(int) __attribute__((alias("__libc_thing")));
                """, "-shared", "-fPIC");
        try (ElfFile file = ElfFile.open(library)) {
            assertThat(nameAt(file, Programs.address(library, "thing"))).isEqualTo("thing");
        }
    }

    @Test
    void namesTheStubsOfTheProcedureLinkageTable() throws Exception {
        for (String layout : new String[] {"-Wl,-z,lazy", "-Wl,-z,now", "-fcf-protection=full"}) {
            Path program = Programs.inlines(layout, "-no-pie", "-fno-builtin");
            try (ElfFile file = ElfFile.open(program)) {
                assertThat(stubs(file)).as(layout).contains("puts@plt");
            }
        }
    }

    private static List<String> stubs(ElfFile file) {
        SymbolTable table = SymbolTable.of(file);
        List<String> names = new ArrayList<>();
        for (ElfSection section : file.sections()) {
            if (section.name().startsWith(".plt")) {
                for (long at = section.address(); at < section.address() + section.size(); at += 8) {
                    int row = table.find(at);
                    if (row >= 0) {
                        names.add(table.name(row));
                    }
                }
            }
        }
        return names;
    }

    private static String nameAt(ElfFile file, long address) {
        SymbolTable table = SymbolTable.of(file);
        int row = table.find(address);
        return row < 0 ? "" : table.name(row);
    }

    @Test
    void readsA32BitFile() throws Exception {
        Path object = folder.resolve("narrow.o");
        Path source = Files.writeString(folder.resolve("narrow.s"), """
                .text
                .globl f
                .type f,@function
                f: nop
                nop
                .size f, 2
                .globl g
                .type g,@function
                g: nop
                .size g, 1
                """);
        Programs.run("as", "--32", "-o", object.toString(), source.toString());
        try (ElfFile file = ElfFile.open(object)) {
            assertThat(file.wide()).isFalse();
            assertThat(nameAt(file, 1)).isEqualTo("f");
            assertThat(nameAt(file, 2)).isEqualTo("g");
        }
    }
}
