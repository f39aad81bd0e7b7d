package dev.plumb.profile;

/// The sums of a profile, as every report and file states them.
///
/// @param samples how many events the samples stand for
/// @param value the sum of the profile's main value
/// @param unit the unit of that value
/// @param stacks how many different stacks there are
public record Totals(long samples, long value, String unit, int stacks, Loss loss) {}
