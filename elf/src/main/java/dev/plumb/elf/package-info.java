/// ELF files over mapped memory: headers, notes, sections, symbol tables. Depends on nothing else in Plumb.
package dev.plumb.elf;
