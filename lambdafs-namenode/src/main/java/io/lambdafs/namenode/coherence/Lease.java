package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.Coordinator.Session;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether this NameNode can prove that its session lives (coherence rule 8). Thread-safe; asking costs one volatile read
 * or two, and the time.
 *
 * <p>The time-out runs from when the coordinator last heard of the session, which is not before the latest request that it
 * answered was sent. A third of it is left for a coordinator whose servers learn of that later than they answer.
 */
final class Lease {
    private static final int SAFE_PARTS = 2;
    private static final int PARTS = 3;

    private final LongSupplier ticker;
    private volatile @Nullable Session session;

    Lease(LongSupplier ticker) {
        this.ticker = ticker;
    }

    void begin(Session registered) {
        session = registered;
    }

    void end() {
        session = null;
    }

    boolean isValid() {
        Session held = session;
        return held != null
                && ticker.getAsLong() - held.provenAliveNanos()
                        < held.sessionTimeout().toNanos() / PARTS * SAFE_PARTS;
    }
}
