package dev.plumb.ebpf.program;

/// A function of a program besides the main one, to be called with up to five numbers or handed to a helper that calls
/// it.
///
/// @param name where it starts, unique in the program
/// @param parameters how many arguments it takes
public record Function(String name, int parameters) implements Argument {}
