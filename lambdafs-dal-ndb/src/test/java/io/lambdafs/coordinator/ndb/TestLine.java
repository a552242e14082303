package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One process's way to the cluster, which can be cut: what is under way then is carried out, and its answer is lost. */
final class TestLine implements Transactions {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final Transactions whole;
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile boolean cut;

    TestLine(Transactions whole) {
        this.whole = whole;
    }

    void cut() {
        cut = true;
    }

    /** Waits until the process has tried in vain, from the beginning of an attempt to its end. */
    void awaitFailure() throws InterruptedException {
        int enough = refusals.get() + 2;
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (refusals.get() < enough) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the process has not tried within " + BOUND);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    void heal() {
        cut = false;
    }

    @Override
    public <T> T run(Work<T> work) {
        requireWhole();
        T result = whole.run(work);
        requireWhole();
        return result;
    }

    private void requireWhole() {
        if (cut) {
            refusals.incrementAndGet();
            throw new StoreException(Kind.UNAVAILABLE, "the line is cut");
        }
    }
}
