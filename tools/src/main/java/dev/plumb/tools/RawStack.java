package dev.plumb.tools;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Addresses, leaf first, without names, or the error that stands for them.
final class RawStack {
    static final RawStack EMPTY = new RawStack(new long[0], 0);

    private final long[] leafFirst;
    private final int error;
    private final int hash;

    private RawStack(long[] leafFirst, int error) {
        this.leafFirst = leafFirst;
        this.error = error;
        this.hash = 31 * Arrays.hashCode(leafFirst) + error;
    }

    /// Takes the array as it is.
    static RawStack of(long... leafFirst) {
        return leafFirst.length == 0 ? EMPTY : new RawStack(leafFirst, 0);
    }

    /// A stack that could not be taken or kept.
    ///
    /// @param error a number of the kernel's, below zero
    static RawStack failed(int error) {
        return new RawStack(new long[0], error);
    }

    /// The stack with the leaf's caller in its place, unless it is there already: kernels since 6.11 (commit
    /// cfa7f3d2c526) put it there.
    RawStack withCaller(long caller) {
        if (caller == 0 || leafFirst.length == 0 || (leafFirst.length > 1 && leafFirst[1] == caller)) {
            return this;
        }
        long[] longer = new long[leafFirst.length + 1];
        longer[0] = leafFirst[0];
        longer[1] = caller;
        System.arraycopy(leafFirst, 1, longer, 2, leafFirst.length - 1);
        return new RawStack(longer, 0);
    }

    int depth() {
        return leafFirst.length;
    }

    long address(int index) {
        return leafFirst[index];
    }

    /// Below zero if the stack could not be taken, else 0.
    int error() {
        return error;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RawStack that
                && hash == that.hash
                && error == that.error
                && Arrays.equals(leafFirst, that.leafFirst);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return error == 0 ? Arrays.toString(leafFirst) : "error " + error;
    }
}
