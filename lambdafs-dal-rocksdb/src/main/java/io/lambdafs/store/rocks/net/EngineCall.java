package io.lambdafs.store.rocks.net;

import java.util.concurrent.locks.LockSupport;

/** A request, and the thread that waits for its answer. */
final class EngineCall {
    private static final byte[] NONE = new byte[0];

    private final long number;
    private final Thread caller = Thread.currentThread();
    private byte[] bytes = NONE;
    private volatile Outcome outcome = Outcome.WAITING;

    /** A call of the thread that makes it. */
    EngineCall(long number) {
        this.number = number;
    }

    /** What became of a call. */
    enum Outcome {
        /** Nothing yet. */
        WAITING,

        /** The answer is there. */
        ANSWERED,

        /** The answer is too long for a frame. */
        UNANSWERABLE,

        /** The connection is gone. */
        LOST
    }

    long number() {
        return number;
    }

    Outcome outcome() {
        return outcome;
    }

    boolean isOver() {
        return outcome != Outcome.WAITING;
    }

    /** The answer, if there is one; or of one that is too long, its length. */
    byte[] bytes() {
        return bytes;
    }

    /** Ends the call, and wakes its caller. */
    void end(Outcome how, byte[] answer) {
        bytes = answer;
        outcome = how;
        wake();
    }

    /** The connection is gone; without effect if the answer came before. */
    void lose() {
        if (!isOver()) {
            outcome = Outcome.LOST;
            wake();
        }
    }

    /** Makes the caller look: for its answer, or whether it is to read. */
    void wake() {
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
    }
}
