package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.RoundId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** What a member's thread is to do next, put in by any thread. */
final class MemberOutbox {
    private static final int MOST_ROUNDS = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private final Deque<OwnRound> rounds = new ArrayDeque<>();
    private final Deque<Consumer<NdbMembership>> errands = new ArrayDeque<>();
    private boolean bell;
    private boolean leaving;

    /** Puts in a round to be published; false if too many wait. */
    boolean publish(OwnRound round) {
        return under(() -> rounds.size() < MOST_ROUNDS && rounds.add(round));
    }

    /** Takes a round out if nobody has begun to publish it. */
    boolean takeBack(RoundId round) {
        return under(() -> rounds.removeIf(waiting -> waiting.round().equals(round)));
    }

    void put(Consumer<NdbMembership> errand) {
        under(() -> errands.add(errand));
    }

    /** Makes the thread look for what there is. */
    void ring() {
        under(() -> true);
    }

    /** Asks the thread to come to its end. */
    void leave() {
        under(() -> leaving = true);
    }

    boolean isLeaving() {
        lock.lock();
        try {
            return leaving;
        } finally {
            lock.unlock();
        }
    }

    /** Changes what is in it. */
    @FunctionalInterface
    private interface Change {
        boolean make();
    }

    private boolean under(Change change) {
        lock.lock();
        try {
            boolean made = change.make();
            bell = true;
            rung.signal();
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** Takes out all rounds. */
    List<OwnRound> takeRounds() {
        return take(rounds);
    }

    /** Takes out all else. */
    List<Consumer<NdbMembership>> takeErrands() {
        return take(errands);
    }

    private <T> List<T> take(Deque<T> from) {
        lock.lock();
        try {
            List<T> taken = new ArrayList<>(from);
            from.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until something is put in or somebody rings, or so long; says whether it was worth it. */
    boolean await(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!bell && left > 0) {
                left = rung.awaitNanos(left);
            }
            boolean was = bell;
            bell = false;
            return was;
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #await}, but wakes for the end only. */
    void pause(Duration longest) throws InterruptedException {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (!leaving && left > 0) {
                left = rung.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
