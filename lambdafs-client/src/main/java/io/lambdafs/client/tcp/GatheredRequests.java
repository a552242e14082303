package io.lambdafs.client.tcp;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Requests that are made while the reader hands out answers, and that leave together. Thread-safe.
 *
 * <p>Callers that have their answers soon ask again. Did each of many write for itself, nearly each request would be a call to
 * the kernel, on both sides. So some of them leave it to the next one that writes, or to the reader when it has handed out all.
 * A caller that asks while nobody hands out answers does not wait, and neither do few callers: while all of them waited for
 * each other, the instances would have nothing to do.
 *
 * <p>Callers are counted over all connections. One thread hands out the answers of all of them, and the callers that it wakes keep the
 * processor as busy whether they ask one instance or four.
 */
final class GatheredRequests {
    /** How many callers must wait for answers before their next requests are gathered. */
    static final int FEWEST_CALLERS = 16;

    /** What part of the callers makes a batch, so that the instance works on one while the next comes together. */
    static final int BATCHES = 4;

    private final Queue<Runnable> sendings = new ConcurrentLinkedQueue<>();
    private final AtomicInteger gathered = new AtomicInteger();
    private final IntSupplier callers;

    /** How many requests leave together; 0 while nobody hands out answers. */
    private volatile int batch;

    /**
     * None are gathered yet.
     *
     * @param callers how many wait for answers now, on whatever connection
     */
    GatheredRequests(IntSupplier callers) {
        this.callers = callers;
    }

    /** The reader has found an answer. For the thread that reads. */
    void begin() {
        if (batch == 0) {
            int waiting = callers.getAsInt();
            if (waiting >= FEWEST_CALLERS) {
                batch = waiting / BATCHES;
            }
        }
    }

    /** The reader has handed out what it found: sends what came meanwhile. For the thread that reads, after each turn. */
    void end() {
        batch = 0;
        sendGathered();
    }

    private void sendGathered() {
        for (Runnable sending = sendings.poll(); sending != null; sending = sendings.poll()) {
            sending.run();
        }
    }

    /**
     * A request is ready to be sent: now, or with a later one, or at the end of the reader's turn.
     *
     * @param sending sends whatever is ready by then; may be called when nothing is
     */
    void ready(Runnable sending) {
        int enough = batch;
        if (enough > 0 && gathered.incrementAndGet() % enough != 0) {
            sendings.add(sending);
            // Looked at once more, because the turn may have ended before this one was added.
            if (batch > 0) {
                return;
            }
        }
        sending.run();
        // Of other connections too: the batch is one of all callers.
        sendGathered();
    }
}
