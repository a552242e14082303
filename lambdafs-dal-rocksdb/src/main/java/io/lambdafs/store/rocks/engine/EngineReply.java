package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;

/** Receives the result of an event. The engine's thread calls exactly one of the methods, once. They must not block. */
public interface EngineReply<T> {
    void succeed(T value);

    void fail(StoreException why);
}
