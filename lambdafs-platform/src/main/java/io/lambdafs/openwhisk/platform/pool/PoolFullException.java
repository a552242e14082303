package io.lambdafs.openwhisk.platform.pool;

/** A call that is refused: all memory or CPU is in use and as many calls as may already wait for it. */
public final class PoolFullException extends RuntimeException {
    PoolFullException() {
        super("no memory or CPU for another instance, and the queue is full");
    }
}
