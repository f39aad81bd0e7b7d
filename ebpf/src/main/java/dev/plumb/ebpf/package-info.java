/// The library's common ground: its exceptions and the machine it runs on. Depends on nothing above it.
package dev.plumb.ebpf;
