package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.EngineReply;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** A thread that waits for what the engine makes of an event. */
final class Waiter<T> implements EngineReply<T> {
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private final EngineWaiting waiting;

    Waiter(EngineWaiting waiting) {
        this.waiting = waiting;
    }

    @Override
    public void succeed(T value) {
        outcome.complete(value);
    }

    @Override
    public void fail(StoreException why) {
        outcome.completeExceptionally(why);
    }

    /** Waits for at most so long; what the engine throws comes with this thread's trace. */
    T await(Duration bound) {
        try {
            return waiting.await(outcome, bound);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException why) {
                throw new StoreException(why.kind(), Objects.toString(why.getMessage()), why);
            }
            throw new StoreException(Kind.INTERNAL, "the engine failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNAVAILABLE, "interrupted while waiting for the engine", e);
        } catch (TimeoutException e) {
            throw new StoreException(Kind.UNAVAILABLE, "the engine did not answer within " + bound, e);
        }
    }
}
