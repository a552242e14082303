package io.lambdafs.fs;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A number for each dimension that a quota may limit: names, bytes of space, and bytes of space on each type of storage. It is a
 * limit, a use, or a change of a use. Immutable.
 */
public final class QuotaCounts {
    /** The dimension of names: files and directories. */
    public static final int NAMES = 0;

    /** The dimension of space: bytes of content, each as often as its file has replicas. */
    public static final int SPACE = 1;

    /** The dimension of the first type of storage; those of the others follow. */
    public static final int FIRST_TYPE = 2;

    /** The number of dimensions. */
    public static final int DIMENSIONS = 8;

    /** Of a limit: there is none. */
    public static final long UNLIMITED = -1;

    /** No use and no change. */
    public static final QuotaCounts ZERO = new QuotaCounts(new long[DIMENSIONS]);

    /** No limit in any dimension. */
    public static final QuotaCounts NO_LIMITS = new QuotaCounts(filled(UNLIMITED));

    private final long[] counts;

    private QuotaCounts(long[] counts) {
        this.counts = counts;
    }

    /** These counts, in the order of the dimensions. */
    public static QuotaCounts of(long... counts) {
        if (counts.length != DIMENSIONS) {
            throw new IllegalArgumentException(counts.length + " counts for " + DIMENSIONS + " dimensions");
        }
        return new QuotaCounts(counts.clone());
    }

    /** So many names and so many bytes of space. */
    public static QuotaCounts of(long names, long space) {
        return ZERO.with(NAMES, names).with(SPACE, space);
    }

    private static long[] filled(long value) {
        long[] all = new long[DIMENSIONS];
        Arrays.fill(all, value);
        return all;
    }

    public long get(int dimension) {
        return counts[dimension];
    }

    public long names() {
        return counts[NAMES];
    }

    public long space() {
        return counts[SPACE];
    }

    public QuotaCounts with(int dimension, long value) {
        long[] changed = counts.clone();
        changed[dimension] = value;
        return new QuotaCounts(changed);
    }

    public QuotaCounts plus(QuotaCounts other) {
        return combined(other, Long::sum);
    }

    public QuotaCounts minus(QuotaCounts other) {
        return combined(other, (mine, others) -> mine - others);
    }

    private QuotaCounts combined(QuotaCounts other, LongBinaryOperator operator) {
        long[] combined = new long[DIMENSIONS];
        Arrays.setAll(combined, dimension -> operator.applyAsLong(counts[dimension], other.counts[dimension]));
        return new QuotaCounts(combined);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QuotaCounts that && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return Arrays.toString(counts);
    }
}
