package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.table.StoredTables;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * An operation on the tables, within a transaction or without.
 *
 * @param body what the engine's thread does; it may run several times, see {@link io.lambdafs.store.rocks.engine.EngineTask}
 */
public record TableOperation<A, R>(
        int number, String name, Codec<A> argument, Codec<R> result, BiFunction<StoredTables, A, R> body)
        implements EngineAction<A, R> {
    /** An operation that reads rows and perhaps changes some, and has a result. */
    static <A, R> TableOperation<A, R> question(
            int number, String name, Codec<A> argument, Codec<R> result, BiFunction<StoredTables, A, R> body) {
        return new TableOperation<>(number, name, argument, result, body);
    }

    /** An operation that changes rows and has no result, so that it can wait for the next question. */
    static <A> TableOperation<A, Done> change(
            int number, String name, Codec<A> argument, BiConsumer<StoredTables, A> body) {
        return new TableOperation<>(number, name, argument, Codecs.DONE, (tables, value) -> {
            body.accept(tables, value);
            return Done.DONE;
        });
    }
}
