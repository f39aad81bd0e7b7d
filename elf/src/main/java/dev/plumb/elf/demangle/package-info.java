/// Readable names for linker symbols of C++ and Rust. Depends on nothing else.
package dev.plumb.elf.demangle;
