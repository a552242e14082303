package io.lambdafs.store.ndb.cluster;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * For how long a connection has been refused everything. The cluster's answers do not always tell a node that is not there
 * yet from a connection that will never reach one again; time does.
 */
final class ConnectionRefusals {
    /** Longer than a cluster needs to go on without one of its nodes. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private volatile @Nullable Long since;

    ConnectionRefusals(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Something was carried out. */
    void served() {
        if (since != null) {
            since = null;
        }
    }

    /** Something was not; says whether this has gone on for too long. */
    boolean refused() {
        long now = nanos.getAsLong();
        Long begin = since;
        if (begin == null) {
            since = now;
            return false;
        }
        return now - begin > LONGEST.toNanos();
    }
}
