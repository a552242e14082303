package io.lambdafs.store.changefeed;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a committed transaction has said of itself. Immutable. */
public final class Announcement {
    private final long number;
    private final Instant time;
    private final byte[] bytes;

    /**
     * An announcement with a copy of these bytes.
     *
     * @param number the transaction's commit sequence number
     * @param time when it committed, by the store's clock
     * @param bytes what {@link io.lambdafs.store.Transaction#announce} was given; none if it was not called
     */
    public Announcement(long number, Instant time, byte[] bytes) {
        this.number = number;
        this.time = requireNonNull(time, "time");
        this.bytes = bytes.clone();
    }

    /** The commit sequence number of the transaction. */
    public long number() {
        return number;
    }

    /** When it committed. */
    public Instant time() {
        return time;
    }

    /** A copy of what it has said. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Announcement said
                && said.number == number
                && said.time.equals(time)
                && Arrays.equals(said.bytes, bytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "commit " + number + " with " + bytes.length + " bytes";
    }
}
