package io.lambdafs.store.rocks.engine;

/** Ends work that must wait for a lock; it runs again when the lock is granted. Not an error, so it has no stack trace. */
final class LockWait extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient LockTable.Request request;

    LockWait(LockTable.Request request) {
        super("waits for a lock", null, false, false);
        this.request = request;
    }

    LockTable.Request request() {
        return request;
    }
}
