/// The only package that touches native memory and system calls: one wrapper a call, errors returned as `-errno`.
/// Depends on the library's common package alone.
package dev.plumb.ebpf.internal.sys;
