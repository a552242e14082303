package io.lambdafs.store.rocks.operation;

/**
 * Something that can be asked of the engine.
 *
 * @param <A> its argument
 * @param <R> its result
 */
public sealed interface EngineAction<A, R> permits TableOperation, EngineOperation {
    /** The number that stands for it in requests, from 1 to {@link Catalogue#HIGHEST}. It never changes. */
    int number();

    /** For people. */
    String name();

    Codec<A> argument();

    Codec<R> result();
}
