package io.lambdafs.client.tcp;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * When an instance was last invited to other servers of its clients. An invitation takes effect within milliseconds or not at
 * all, so there is no more than one in a second for each server. For callers that take turns.
 */
final class Invitations {
    static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** More servers than this invite more often than they should, which does no harm. */
    static final int MOST = 64;

    private final Map<UUID, Long> last = new HashMap<>();

    /** Whether it is time to invite on behalf of this client; if so, it counts as done. */
    boolean isDue(UUID client, long nowNanos) {
        Long before = last.get(client);
        if (before != null && nowNanos - before < INTERVAL_NANOS) {
            return false;
        }
        if (last.size() >= MOST) {
            last.clear();
        }
        last.put(client, nowNanos);
        return true;
    }
}
