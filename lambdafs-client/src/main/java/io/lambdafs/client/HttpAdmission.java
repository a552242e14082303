package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.scarcity.CallBudget;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many calls of this client are under way to one function by HTTP: where an instance takes one call at a time, each
 * of them needs an instance. Thread-safe.
 */
final class HttpAdmission {
    private static final long LOOK_MILLIS = 20;

    private final int perFunction;
    private final CallBudget budget;
    private final ClientEnvironment environment;
    private final Map<Integer, Semaphore> places = new ConcurrentHashMap<>();

    HttpAdmission(int perFunction, CallBudget budget, ClientEnvironment environment) {
        this.perFunction = perFunction;
        this.budget = budget;
        this.environment = environment;
    }

    /** A place that was given; to be given back. */
    interface Place {
        void leave();
    }

    /**
     * Waits for a place.
     *
     * @param alone whether there should be no other call to this function meanwhile
     * @param heldBack whether the call had better wait for a moment, because a connection is about to come
     * @param instead whether the caller had better go another way by now; asked while there is no place
     * @return what to call when the call is over; null if the caller had better go another way
     * @throws TransportException if there was no place in time
     */
    @Nullable
    Place enter(int deployment, boolean alone, BooleanSupplier heldBack, BooleanSupplier instead, long untilNanos)
            throws TransportException, InterruptedException {
        Semaphore free = places.computeIfAbsent(deployment, number -> new Semaphore(perFunction));
        int needed = alone ? perFunction : 1;
        while (true) {
            boolean held = heldBack.getAsBoolean();
            if (!held && free.tryAcquire(needed)) {
                if (budget.takes()) {
                    return () -> free.release(needed);
                }
                free.release(needed);
            }
            if (instead.getAsBoolean()) {
                return null;
            }
            if (environment.nanoTime() - untilNanos >= 0) {
                throw new TransportException(
                        Kind.BUSY,
                        "No place for another call by HTTP to namenode" + deployment + " (" + perFunction + " at once, "
                                + ClientKey.HTTP_MAX_PER_FUNCTION.key() + ")"
                                + (budget.isLimited() ? "; the platform refuses calls" : ""));
            }
            await(free, needed, held);
        }
    }

    private void await(Semaphore free, int needed, boolean held) throws InterruptedException {
        // A caller that gives a place back wakes this one. When calls are held back or the budget is used up, only time
        // helps.
        if (held || budget.isLimited()) {
            environment.sleepMillis(LOOK_MILLIS);
        } else if (free.tryAcquire(needed, LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            free.release(needed);
        }
    }
}
