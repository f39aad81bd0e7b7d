/// A decoder for Zstandard (RFC 8878), for debug sections that are compressed with it. Depends on nothing.
package dev.plumb.elf.zstd;
