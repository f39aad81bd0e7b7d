package dev.plumb.elf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElfFileTest {
    @TempDir
    private Path folder;

    @Test
    void rejectsWhatIsNoElfFile() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "#!/bin/sh\n".repeat(20));
        assertThatExceptionOfType(ElfException.class)
                .isThrownBy(() -> ElfFile.open(text))
                .withMessage(text + ": not an ELF file");
    }

    @Test
    void rejectsAnEmptyFile() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty"));
        assertThatExceptionOfType(ElfException.class).isThrownBy(() -> ElfFile.open(empty));
    }

    @Test
    void rejectsAMissingFile() {
        assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> ElfFile.open(folder.resolve("none")));
    }

    @Test
    void doesNotWaitForAFifo() throws Exception {
        Path fifo = folder.resolve("fifo");
        Programs.run("mkfifo", fifo.toString());
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ElfFile.open(fifo))
                .withMessageContaining("not a regular file");
    }

    @Test
    void rejectsABigEndianFile() throws IOException {
        byte[] bytes = Files.readAllBytes(Programs.inlines());
        bytes[5] = 2;
        assertThatExceptionOfType(ElfException.class)
                .isThrownBy(() -> ElfFile.of("big", MemorySegment.ofArray(bytes)))
                .withMessageContaining("big-endian");
    }

    @Test
    void readsTheBuildIdThatTheLinkerWrote() {
        Path program = Programs.inlines("-Wl,--build-id=0x0123456789abcdef");
        try (ElfFile file = open(program)) {
            assertThat(file.buildId()).isEqualTo(new BuildId("0123456789abcdef"));
            assertThat(new BuildId("0123456789abcdef").debugPath()).isEqualTo(".build-id/01/23456789abcdef.debug");
        }
    }

    @Test
    void hasNoBuildIdIfTheLinkerWroteNone() {
        try (ElfFile file = open(Programs.inlines("-Wl,--build-id=none"))) {
            assertThat(file.buildId()).isNull();
        }
    }

    @Test
    void readsTheDebugLinkAndItsChecksum() throws Exception {
        Path program = Programs.inlines("-g");
        Path debug = Programs.objcopy(folder, program, "--only-keep-debug");
        Path stripped = Programs.objcopy(folder, program, "-S", "--add-gnu-debuglink=" + debug);
        CRC32 crc = new CRC32();
        crc.update(Files.readAllBytes(debug));
        try (ElfFile file = open(stripped)) {
            assertThat(file.debugLink())
                    .isEqualTo(new DebugLink(debug.getFileName().toString(), (int) crc.getValue()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zlib", "zlib-gnu", "zstd"})
    void unpacksCompressedSections(String method) throws Exception {
        Path program = Programs.inlines("-g", "-O2");
        Path packed = Programs.objcopy(folder, program, "--compress-debug-sections=" + method);
        try (ElfFile plain = open(program);
                ElfFile compressed = open(packed)) {
            assertThat(compressed.unpackedBytes()).isZero();
            for (String name : new String[] {".debug_info", ".debug_line", ".debug_str", ".debug_abbrev"}) {
                assertThat(bytes(compressed, name)).as(name).isEqualTo(bytes(plain, name));
            }
            assertThat(compressed.unpackedBytes()).isPositive();
        }
    }

    @Test
    void refusesASectionThatClaimsToUnpackToTooMuch() throws Exception {
        Path packed = Programs.objcopy(folder, Programs.inlines("-g", "-O2"), "--compress-debug-sections=zlib");
        byte[] bytes = Files.readAllBytes(packed);
        try (ElfFile file = open(packed)) {
            ElfSection info = file.section(".debug_str");
            assertThat(info).isNotNull();
            MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED, info.offset() + 8, Long.MAX_VALUE);
        }
        ElfFile damaged = ElfFile.of("damaged", MemorySegment.ofArray(bytes));
        assertThatExceptionOfType(ElfException.class)
                .isThrownBy(() -> damaged.bytes(".debug_str"))
                .withMessageContaining("the limit is");
    }

    @Test
    void turnsFileOffsetsIntoAddressesOfTheCodeSegment() throws Exception {
        // The code's segment starts at a page of the file that another segment shares, and at another address than
        // its offset: what a linker script or `-z noseparate-code` does.
        Path program = Programs.inlines("-Wl,-z,noseparate-code", "-Wl,-Ttext-segment=0x400000", "-no-pie");
        try (ElfFile file = open(program)) {
            ElfSection text = file.section(".text");
            assertThat(text).isNotNull();
            assertThat(file.addressOfOffset(text.offset())).isEqualTo(text.address());
            assertThat(text.address()).isNotEqualTo(text.offset());
            assertThat(file.executable(text.address())).isTrue();
            assertThat(file.executable(0)).isFalse();
            assertThat(file.addressOfOffset(1L << 40)).isEqualTo(-1);
        }
    }

    private static byte[] bytes(ElfFile file, String name) {
        MemorySegment bytes = file.bytes(name);
        assertThat(bytes).as(name).isNotNull();
        return bytes.toArray(ValueLayout.JAVA_BYTE);
    }

    private static ElfFile open(Path path) {
        try {
            return ElfFile.open(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
