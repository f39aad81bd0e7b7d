/// Maps: what they are ([dev.plumb.ebpf.map.MapSpec]), the live ones ([dev.plumb.ebpf.map.BpfMap]) and typed views of
/// them. Depends on the common package and the system calls.
package dev.plumb.ebpf.map;
