/// What the running kernel can do for this process, found by trying, never by version numbers. Depends on maps,
/// programs and links.
package dev.plumb.ebpf.feature;
