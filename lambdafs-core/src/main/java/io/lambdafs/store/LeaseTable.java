package io.lambdafs.store;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The leases of clients that write files, by the client's name; times are of the store's clock. */
public interface LeaseTable {
    /** Inserts or renews the client's lease. */
    void renew(String clientName);

    /** How long ago the client's lease was renewed; empty if it has none. */
    Optional<Duration> age(String clientName);

    /** Clients whose lease is older than this, the oldest first. */
    List<String> expired(Duration age, int limit);

    /**
     * Removes the client's lease, if it has one and that is older than this. Waits for a transaction that renews it, and
     * leaves it if that commits.
     */
    void remove(String clientName, Duration age);
}
