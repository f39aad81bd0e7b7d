package dev.plumb.profile.analysis;

import dev.plumb.profile.Stack;
import java.util.Map;

/// One stack's share of a profile, all threads of a process together.
///
/// @param id eight hexadecimal digits that name this stack in every run of the same program
public record StackRow(
        String id,
        int pid,
        String comm,
        Map<String, String> labels,
        Stack kernelStack,
        Stack userStack,
        long value,
        long count) {}
