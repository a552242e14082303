package io.lambdafs.client.sharing;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Asks other processes of this user for their connections, each time within a bound. Thread-safe. */
final class Neighbours {
    /** How long all questions of one call may take together. */
    static final long QUESTION_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How many requests of this process are with others at once; further ones go by HTTP. */
    static final int MOST_AT_ONCE = 8;

    /** How many processes may say that they have no connection before no further one is asked. */
    private static final int MOST_ASKED = 4;

    /** After nobody had a connection to a deployment, nobody is asked for it for this long. */
    private static final long NOBODY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** After a process kept this one waiting or died with a request, nobody is asked for anything for this long. */
    private static final long FAILED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int ANY = -1;

    private final StackIdentity stack;
    private final RegistryDirectory directory;
    private final String own;
    private final SharingMetrics metrics;
    private final LongSupplier nanoTime;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);
    private final Map<Integer, Long> askedInVain = new ConcurrentHashMap<>();
    private volatile @Nullable Long failedAt;

    /** Those of this directory, except for this process's own entry. */
    Neighbours(
            StackIdentity stack,
            RegistryDirectory directory,
            String own,
            SharingMetrics metrics,
            LongSupplier nanoTime) {
        this.stack = stack;
        this.directory = directory;
        this.own = own;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    /** A line to a process that has a connection to this deployment, to be closed; null if none is found in time. */
    @Nullable
    Line lineTo(int deployment) {
        if (isTooSoon(deployment) || !places.tryAcquire()) {
            return null;
        }
        Line line = ask(deployment);
        if (line == null) {
            places.release();
            askedInVain.put(deployment, nanoTime.getAsLong());
            return null;
        }
        metrics.sharedWithOthers();
        return line.watched(this::failed, places::release);
    }

    /** How many deployments there are, as another process says; 0 if none says it. */
    int deployments() {
        Line line = isTooSoon(ANY) ? null : ask(ANY);
        if (line == null) {
            askedInVain.put(ANY, nanoTime.getAsLong());
            return 0;
        }
        line.close();
        return line.deployments();
    }

    private boolean isTooSoon(int deployment) {
        long now = nanoTime.getAsLong();
        Long failed = failedAt;
        Long inVain = askedInVain.get(deployment);
        return (failed != null && now - failed < FAILED_NANOS) || (inVain != null && now - inVain < NOBODY_NANOS);
    }

    private void failed() {
        failedAt = nanoTime.getAsLong();
        metrics.failed();
    }

    private @Nullable Line ask(int deployment) {
        long deadline = nanoTime.getAsLong() + QUESTION_NANOS;
        int answers = 0;
        for (RegistryEntry entry : entries()) {
            if (answers == MOST_ASKED || nanoTime.getAsLong() - deadline >= 0) {
                return null;
            }
            try {
                Line line = Line.open(entry, stack, deployment, nanoTime, deadline);
                if (deployment == ANY ? line.deployments() > 0 : line.isTaken()) {
                    return line;
                }
                line.close();
                answers++;
            } catch (IOException e) {
                // If its process lives, it makes the entry anew.
                directory.remove(entry.name());
                metrics.removedEntry();
                if (e instanceof SocketTimeoutException) {
                    failed();
                    return null;
                }
            }
        }
        return null;
    }

    private List<RegistryEntry> entries() {
        try {
            return directory.entries(stack, own);
        } catch (IOException | RuntimeException e) {
            // The directory is gone; the forwarder makes no other.
            return Collections.emptyList();
        }
    }
}
