package io.lambdafs.testkit.coherence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * One direction of one link: what is put in runs one at a time and in that order, each when the executor gets to it, and
 * nothing while the link is shut.
 *
 * <p>The executor is handed one task for each item, and whichever of them runs takes the oldest item. So an executor that
 * delays tasks or mixes those of several links is free to, and the order on each link holds all the same. An item that puts
 * something into its own mailbox is finished first.
 */
final class Mailbox {
    private final Executor executor;
    private final BooleanSupplier open;
    private final Deque<Runnable> items = new ArrayDeque<>();
    private boolean busy;
    private int asked;
    private int turns;

    /**
     * An empty one.
     *
     * @param open whether items pass now; the thread that makes that true hands over
     */
    Mailbox(Executor executor, BooleanSupplier open) {
        this.executor = executor;
        this.open = open;
    }

    /** Puts it in; {@link #handOver} is still to be called. */
    synchronized void put(Runnable item) {
        items.add(item);
    }

    /** Asks the executor for a turn for each item. Call it without locks: an executor may run its tasks at once. */
    void handOver() {
        int wanted;
        synchronized (this) {
            wanted = open.getAsBoolean() ? items.size() - asked : 0;
            asked += Math.max(wanted, 0);
        }
        for (int i = 0; i < wanted; i++) {
            executor.execute(this::turn);
        }
    }

    private void turn() {
        synchronized (this) {
            asked--;
            turns++;
            if (busy) {
                return;
            }
            busy = true;
        }
        boolean finished = false;
        try {
            while (runOne()) {
                // Turns that came meanwhile are taken here.
            }
            finished = true;
        } finally {
            if (!finished) {
                stopped();
            }
        }
    }

    private boolean runOne() {
        Runnable item;
        synchronized (this) {
            if (turns == 0) {
                busy = false;
                return false;
            }
            turns--;
            item = open.getAsBoolean() ? items.poll() : null;
        }
        if (item != null) {
            item.run();
        }
        return true;
    }

    /** An item failed: the turns that came meanwhile are asked for again. */
    private void stopped() {
        synchronized (this) {
            busy = false;
            turns = 0;
        }
        handOver();
    }
}
