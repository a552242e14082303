package io.lambdafs.runtime;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The store, opened in the background while the platform still waits for this instance; opened again by the next who asks
 * if that failed. Thread-safe.
 */
final class StoreOpening implements AutoCloseable {
    private final StoreConfig config;
    private final Executor executor;
    private CompletableFuture<MetadataStore> attempt;

    StoreOpening(StoreConfig config, Executor executor) {
        this.config = config;
        this.executor = executor;
        this.attempt = open();
    }

    private CompletableFuture<MetadataStore> open() {
        return CompletableFuture.supplyAsync(() -> Stores.open(config), executor);
    }

    /**
     * The store.
     *
     * @throws StoreException if it cannot be opened, UNAVAILABLE if that takes longer than the bound
     */
    MetadataStore get(Duration bound) {
        CompletableFuture<MetadataStore> current = current();
        try {
            return current.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw new StoreException(failure.kind(), String.valueOf(failure.getMessage()), failure);
            }
            throw new StoreException(StoreException.Kind.INTERNAL, "the store cannot be opened", e);
        } catch (TimeoutException e) {
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "the store was not opened within " + bound, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "interrupted", e);
        }
    }

    private synchronized CompletableFuture<MetadataStore> current() {
        if (attempt.isCompletedExceptionally()) {
            attempt = open();
        }
        return attempt;
    }

    private synchronized Optional<MetadataStore> opened() {
        return attempt.isDone() && !attempt.isCompletedExceptionally() ? Optional.of(attempt.join()) : Optional.empty();
    }

    @Override
    public void close() {
        opened().ifPresent(MetadataStore::close);
    }
}
