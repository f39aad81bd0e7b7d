/// What tools share: whom they look at, how stacks are taken and kept in the kernel, and how they become a profile.
/// Depends on the eBPF library, the symbolizer and the profile model.
package dev.plumb.tools;
