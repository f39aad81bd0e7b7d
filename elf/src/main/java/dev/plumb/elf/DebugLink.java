package dev.plumb.elf;

/// Where a stripped program says its debug file is: a file name and the CRC-32 of that file (`.gnu_debuglink`).
public record DebugLink(String fileName, int crc) {}
