package io.lambdafs.wire;

import java.util.Objects;
import java.util.UUID;

/**
 * The name of one request of one client: a resubmission carries the same, so that a write is executed at most once.
 */
public final class RequestId {
    private final UUID client;
    private final long sequence;

    /** The request that this client numbered so. */
    public RequestId(UUID client, long sequence) {
        this.client = Objects.requireNonNull(client, "client");
        this.sequence = sequence;
    }

    public UUID client() {
        return client;
    }

    public long sequence() {
        return sequence;
    }

    @Override
    public boolean equals(@org.jspecify.annotations.Nullable Object other) {
        return other instanceof RequestId
                && client.equals(((RequestId) other).client)
                && sequence == ((RequestId) other).sequence;
    }

    @Override
    public int hashCode() {
        return client.hashCode() * 31 + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return client + "/" + sequence;
    }
}
