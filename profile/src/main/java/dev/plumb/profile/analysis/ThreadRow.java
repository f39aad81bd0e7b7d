package dev.plumb.profile.analysis;

import dev.plumb.profile.Task;

/// One thread's share of a profile.
public record ThreadRow(Task task, long value, long count) {}
