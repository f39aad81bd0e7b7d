package dev.plumb.profile.analysis;

/// One function's share of a profile.
///
/// @param self the value of samples whose leaf is this function
/// @param total the value of samples that have this function anywhere, recursion counted once
public record FunctionRow(Function function, long self, long total) {}
