package io.lambdafs.quota;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.store.StoreException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A part of the count of what is used below a directory.
 *
 * @param use what was added here, less what was taken away here; it may be negative
 * @param allowance what {@code use} may grow to in each dimension without a look at the other parts; {@link #ANY} and
 *     {@link #NOTHING} stand for themselves
 */
record QuotaShard(QuotaCounts use, QuotaCounts allowance) {
    /** The allowance in a dimension without a limit. */
    static final long ANY = Long.MAX_VALUE;

    /** The allowance in a dimension of which more is used than the limit. */
    static final long NOTHING = Long.MIN_VALUE;

    QuotaShard {
        requireNonNull(use, "use");
        requireNonNull(allowance, "allowance");
    }

    QuotaShard plus(QuotaCounts delta) {
        return new QuotaShard(use.plus(delta), allowance);
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(2 * QuotaCounts.DIMENSIONS * Long.BYTES);
        for (QuotaCounts counts : new QuotaCounts[] {use, allowance}) {
            for (int dimension = 0; dimension < QuotaCounts.DIMENSIONS; dimension++) {
                out.putLong(counts.get(dimension));
            }
        }
        return out.array();
    }

    /**
     * The part with these bytes.
     *
     * @throws StoreException of kind INCOMPATIBLE if they are damaged
     */
    static QuotaShard decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return new QuotaShard(counts(in), counts(in));
        } catch (BufferUnderflowException e) {
            throw new StoreException(
                    StoreException.Kind.INCOMPATIBLE,
                    "the count of a quota is damaged: set the quota again to have it counted",
                    e);
        }
    }

    private static QuotaCounts counts(ByteBuffer in) {
        long[] counts = new long[QuotaCounts.DIMENSIONS];
        for (int dimension = 0; dimension < counts.length; dimension++) {
            counts[dimension] = in.getLong();
        }
        return QuotaCounts.of(counts);
    }
}
