package io.lambdafs.client.tcp;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The answer to one call, for which one thread waits: the one that made this. */
final class Answer {
    private final Thread caller = Thread.currentThread();
    private volatile byte @Nullable [] bytes;
    private volatile boolean lost;

    boolean isThere() {
        return bytes != null || lost;
    }

    void arrived(byte[] answer) {
        bytes = answer;
        wake();
    }

    /** There will be none: the connection is gone. */
    void lost() {
        lost = true;
        wake();
    }

    /** Lets the caller look around. */
    void wake() {
        if (Thread.currentThread() != caller) {
            LockSupport.unpark(caller);
        }
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
