package io.lambdafs.store.rocks;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** How callers wait for an engine of their process. */
public interface EngineWaiting {
    /** By blocking their thread, while other threads execute the engine. */
    EngineWaiting BLOCKING = new EngineWaiting() {
        @Override
        public <T> T await(CompletableFuture<T> outcome, Duration bound)
                throws InterruptedException, ExecutionException, TimeoutException {
            return outcome.get(bound.toNanos(), TimeUnit.NANOSECONDS);
        }
    };

    /** Waits for at most so long, and returns or throws what the future does then. */
    <T> T await(CompletableFuture<T> outcome, Duration bound)
            throws InterruptedException, ExecutionException, TimeoutException;
}
