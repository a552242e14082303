package io.lambdafs.client.tcp;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connections that have not shown the secret yet, the oldest first. Thread-safe.
 *
 * <p>Any process of this machine can connect. So these connections have places of their own, apart from those of instances, and
 * there are few. An instance shows the secret at once. So where the places are full, the oldest connection is the one that most
 * likely never will.
 */
final class UnprovenConnections {
    /** How many there are at most: as many instances as may connect within a moment. */
    static final int MOST = 64;

    private final Set<InstanceConnection> waiting = new LinkedHashSet<>();

    /** Adds one; returns the one that is to be closed because there are too many now, or null. */
    synchronized @Nullable InstanceConnection add(InstanceConnection connection) {
        waiting.add(connection);
        if (waiting.size() <= MOST) {
            return null;
        }
        Iterator<InstanceConnection> oldestFirst = waiting.iterator();
        InstanceConnection oldest = oldestFirst.next();
        oldestFirst.remove();
        return oldest;
    }

    /** It has shown the secret, or is gone. */
    synchronized void remove(InstanceConnection connection) {
        waiting.remove(connection);
    }
}
