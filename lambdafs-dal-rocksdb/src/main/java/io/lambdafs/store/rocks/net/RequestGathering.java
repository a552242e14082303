package io.lambdafs.store.rocks.net;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether requests leave at once or wait for others. Thread-safe.
 *
 * <p>Many callers get their answers from one look at the socket, and ask again soon. Did each write for itself, each request would
 * be a call to the kernel, on both sides. So they leave their requests to every fourth part of the callers, or to the caller that reads
 * next, which sends before it waits. Few callers do not wait for each other: the engine would have nothing to do meanwhile.
 */
final class RequestGathering {
    /** How many callers must wait for answers before their next requests are gathered. */
    static final int FEWEST_CALLERS = 16;

    /** What part of the callers makes a batch, so that the engine works on one while the next comes together. */
    static final int BATCHES = 4;

    private final AtomicInteger gathered = new AtomicInteger();

    /** How many requests leave together; 0 while each leaves at once. */
    private volatile int batch;

    /** Answers for so many callers may be handed out now. From now on somebody has to {@link #end} this. */
    void begin(int callers) {
        if (callers >= FEWEST_CALLERS) {
            batch = callers / BATCHES;
        }
    }

    /** Each request leaves at once again. Returns whether some may wait, which the caller has to send. */
    boolean end() {
        if (batch == 0) {
            return false;
        }
        batch = 0;
        return true;
    }

    /** Whether a request that was added to what is to be sent, by the caller of this, may be left to others. */
    boolean isLeftToOthers() {
        int enough = batch;
        return enough > 0 && gathered.incrementAndGet() % enough != 0;
    }
}
