package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.engine.Event;
import io.lambdafs.store.rocks.engine.Reply;
import io.lambdafs.store.rocks.engine.RunningEngine;
import java.util.function.BiFunction;

/**
 * An operation on the engine as a whole, outside of all transactions.
 *
 * @param body what passes it to the engine; it must not block
 */
public record EngineOperation<A, R>(int number, String name, Codec<A> argument, Codec<R> result, Submission<A, R> body)
        implements Operation<A, R> {
    /** Passes an operation to an engine. */
    @FunctionalInterface
    public interface Submission<A, R> {
        void submit(RunningEngine engine, A argument, Reply<R> reply);
    }

    /** An operation that is one event of the engine. */
    static <A, R> EngineOperation<A, R> event(
            int number, String name, Codec<A> argument, Codec<R> result, BiFunction<A, Reply<R>, Event> event) {
        return new EngineOperation<>(
                number, name, argument, result, (engine, value, reply) -> engine.submit(event.apply(value, reply)));
    }
}
