package dev.plumb.elf;

/// The processor a file was built for.
public enum ElfMachine {
    I386,
    X86_64,
    ARM,
    AARCH64,
    RISCV,
    OTHER;

    static ElfMachine of(int number) {
        return switch (number) {
            case 3 -> I386;
            case 40 -> ARM;
            case 62 -> X86_64;
            case 183 -> AARCH64;
            case 243 -> RISCV;
            default -> OTHER;
        };
    }
}
