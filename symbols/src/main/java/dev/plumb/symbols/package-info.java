/// Names addresses of the kernel, of processes and of files. Depends on `dev.plumb.elf` alone.
package dev.plumb.symbols;
