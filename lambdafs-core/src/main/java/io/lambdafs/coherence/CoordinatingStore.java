package io.lambdafs.coherence;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A store that can also tell the processes that use it of one another, so that no other service is needed for that. */
public interface CoordinatingStore {
    /**
     * The way of this process to the others that use the same store; to be closed before the store.
     *
     * @param sessionTimeout how long a member may be out of touch before it counts as departed
     * @param ticker monotonic nanoseconds; leases are reckoned by the same
     */
    Coordinator coordinate(Duration sessionTimeout, LongSupplier ticker);
}
