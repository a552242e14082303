package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads of the store, of which nothing is kept. */
public record UncachedReads(TransactionRunner runner) implements ReadPath {
    public UncachedReads {
        requireNonNull(runner, "runner");
    }

    @Override
    public boolean keepsSomething() {
        return false;
    }

    @Override
    public <T> @Nullable T readAtOnce(Function<ReadView, T> work) {
        return null;
    }

    @Override
    public <T> T read(Function<Transaction, T> work) {
        return runner.read(work);
    }

    @Override
    public <T> T readAndKeep(Function<ReadView, T> work) {
        return runner.read(work);
    }
}
