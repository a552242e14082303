package io.lambdafs.store.rocks.engine;

/**
 * A function over the rows of a transaction. It runs on the engine's thread, so it must be short. When it has to wait for a
 * lock, its changes are undone, and it runs again from its beginning later. So it must have no effect except on the rows.
 */
@FunctionalInterface
public interface EngineTask<T> {
    T run(Rows rows);
}
