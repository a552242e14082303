package io.lambdafs.client.tcp;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one call. Either one thread waits for it, or none does and a listener is called when it is there.
 * Thread-safe.
 */
final class AwaitedAnswer {
    private final AtomicReference<@Nullable Runnable> listener = new AtomicReference<>();
    private volatile @Nullable Thread waiting;
    private volatile byte @Nullable [] bytes;
    private volatile boolean lost;

    private AwaitedAnswer(@Nullable Thread waiting) {
        this.waiting = waiting;
    }

    /** One for which the present thread waits. */
    static AwaitedAnswer awaited() {
        return new AwaitedAnswer(Thread.currentThread());
    }

    /** One for which no thread waits yet. */
    static AwaitedAnswer unawaited() {
        return new AwaitedAnswer(null);
    }

    /** Calls this listener once: in this thread if the answer is there, otherwise in the one that brings it. */
    void tell(Runnable told) {
        listener.set(told);
        if (isThere()) {
            tell();
        }
    }

    /** From now on the present thread waits, and the listener is not called; false if it has been called already. */
    boolean takeOver() {
        waiting = Thread.currentThread();
        return listener.getAndSet(null) != null;
    }

    boolean isThere() {
        return bytes != null || lost;
    }

    void arrived(byte[] answer) {
        bytes = answer;
        tell();
    }

    /** There will be none: the connection is gone. */
    void lost() {
        lost = true;
        tell();
    }

    private void tell() {
        Runnable told = listener.getAndSet(null);
        if (told == null) {
            wake();
        } else {
            told.run();
        }
    }

    /** Lets the caller look around. */
    void wake() {
        Thread caller = waiting;
        if (caller != null && Thread.currentThread() != caller) {
            LockSupport.unpark(caller);
        }
    }

    /** The size of what has arrived, in bytes; 0 if there is nothing. */
    int size() {
        byte[] answer = bytes;
        return answer == null ? 0 : answer.length;
    }

    /** What has arrived. */
    byte[] get() throws ConnectionLostException {
        byte[] answer = bytes;
        if (answer == null) {
            throw new ConnectionLostException("The connection was lost");
        }
        return answer;
    }
}
