package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.RunningEngine;
import java.util.function.BiFunction;

/**
 * An operation on the engine as a whole, outside of all transactions.
 *
 * @param body what passes it to the engine; it must not block
 */
public record EngineOperation<A, R>(int number, String name, Codec<A> argument, Codec<R> result, Submission<A, R> body)
        implements EngineAction<A, R> {
    /** Passes an operation to an engine. */
    @FunctionalInterface
    public interface Submission<A, R> {
        void submit(RunningEngine engine, A argument, EngineReply<R> reply);
    }

    /** An operation that is one event of the engine. */
    static <A, R> EngineOperation<A, R> event(
            int number,
            String name,
            Codec<A> argument,
            Codec<R> result,
            BiFunction<A, EngineReply<R>, EngineEvent> event) {
        return new EngineOperation<>(
                number, name, argument, result, (engine, value, reply) -> engine.submit(event.apply(value, reply)));
    }
}
