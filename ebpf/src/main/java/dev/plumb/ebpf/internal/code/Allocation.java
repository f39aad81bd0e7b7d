package dev.plumb.ebpf.internal.code;

import dev.plumb.ebpf.asm.Register;
import dev.plumb.ebpf.internal.code.Operand.Temp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Gives each temporary a register or a spill slot: a linear scan over their intervals.
///
/// What lives across a call goes to `R6` to `R9`, or to the stack where those are taken. The rest shares `R0` to `R5`,
/// of which two are always left free: [Emission] needs them for what was spilled and for wide constants.
final class Allocation {
    private static final Set<Register> CALLER_SAVED = EnumSet.range(Register.R0, Register.R5);
    private static final Set<Register> CALLEE_SAVED = EnumSet.range(Register.R6, Register.R9);
    private static final int MAX_CALLER_SAVED = 4;
    private static final int SPILL_BYTES = 8;

    private final Interval[] intervals;
    private final int[] spillOffsets;
    private final List<Interval> active = new ArrayList<>();
    private int stackBytes;

    Allocation(FunctionCode function) {
        intervals = Interval.of(function, new Liveness(function));
        spillOffsets = new int[intervals.length];
        stackBytes = Math.ceilDiv(function.stackBytes(), SPILL_BYTES) * SPILL_BYTES;
        Arrays.stream(intervals)
                .filter(interval -> interval.end >= 0)
                .sorted(Comparator.comparingInt(interval -> interval.start))
                .forEach(this::place);
    }

    private void place(Interval interval) {
        active.removeIf(other -> other.end < interval.start);
        Register register = interval.crossesCall ? null : wished(interval, callerSaved());
        if (register == null) {
            register = wished(interval, free(CALLEE_SAVED));
        }
        if (register != null) {
            interval.register = register;
            active.add(interval);
        } else {
            spillOne(interval);
        }
    }

    /// Spills what is needed longest, this interval or another in its place.
    private void spillOne(Interval interval) {
        Interval longest = interval;
        for (Interval other : active) {
            if (other.register != null && CALLEE_SAVED.contains(other.register) && other.end > longest.end) {
                longest = other;
            }
        }
        if (longest != interval) {
            interval.register = longest.register;
            longest.register = null;
            active.remove(longest);
            active.add(interval);
        }
        stackBytes += SPILL_BYTES;
        spillOffsets[longest.temp] = -stackBytes;
    }

    private Set<Register> callerSaved() {
        Set<Register> free = free(CALLER_SAVED);
        return CALLER_SAVED.size() - free.size() < MAX_CALLER_SAVED ? free : Set.of();
    }

    private Set<Register> free(Set<Register> pool) {
        Set<Register> free = EnumSet.copyOf(pool);
        active.forEach(other -> free.remove(other.register));
        return free;
    }

    private @Nullable Register wished(Interval interval, Set<Register> free) {
        for (Register wish : interval.wishes) {
            if (free.contains(wish)) {
                return wish;
            }
        }
        for (int temp : interval.related) {
            Register register = intervals[temp].register;
            if (register != null && free.contains(register)) {
                return register;
            }
        }
        return free.stream().findFirst().orElse(null);
    }

    /// The register of a temporary, or null if it lives on the stack or is never needed.
    @Nullable
    Register register(Temp temp) {
        return intervals[temp.id()].register;
    }

    /// Where a temporary without a register lives, from the frame pointer; 0 if it is never needed.
    int spillOffset(Temp temp) {
        return spillOffsets[temp.id()];
    }

    /// Whether anybody reads the temporary or writes it.
    boolean needed(Temp temp) {
        return intervals[temp.id()].end >= 0;
    }

    /// The registers among `R0` to `R5` that hold nothing around an operation.
    Set<Register> scratch(int at) {
        Set<Register> free = EnumSet.copyOf(CALLER_SAVED);
        for (Interval interval : intervals) {
            if (interval.register != null && interval.start <= 2 * at + 1 && interval.end >= 2 * at) {
                free.remove(interval.register);
            }
        }
        return free;
    }

    /// The stack of the function with its spill slots.
    int stackBytes() {
        return stackBytes;
    }
}
