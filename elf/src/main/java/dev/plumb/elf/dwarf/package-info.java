/// DWARF 2 to 5: functions, source lines and inlined calls by address. Depends on `dev.plumb.elf`.
package dev.plumb.elf.dwarf;
