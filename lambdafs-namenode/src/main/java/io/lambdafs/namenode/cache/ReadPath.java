package io.lambdafs.namenode.cache;

import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How reading operations are run. Thread-safe. */
public interface ReadPath {
    /** Whether it is worth while to try {@link #readAtOnce}. */
    boolean keepsSomething();

    /**
     * Whether memory is told of all changes. If not, {@link #readAtOnce} is right for a request only if {@link #refresh} was called after
     * the request had arrived.
     */
    default boolean isAlwaysFresh() {
        return true;
    }

    /**
     * Brings memory up to date with what was acknowledged before this call. May wait for one round trip to the store.
     *
     * @return false if the store did not answer
     */
    default boolean refresh() {
        return true;
    }

    /**
     * Runs work that reads, on memory that is up to date with what was acknowledged before this call. May wait as {@link #refresh} does,
     * but not where memory does not have what the work reads. The work is run once more if memory has lost something in between.
     *
     * @return null if memory is not enough, or is not to be believed now
     */
    default <T> @Nullable T readRefreshed(Function<ReadView, T> work) {
        return readAtOnce(work);
    }

    /**
     * Runs work that reads, on what is in memory alone. Never blocks.
     *
     * @return null if that is not enough, or is not to be believed now
     */
    <T> @Nullable T readAtOnce(Function<ReadView, T> work);

    /**
     * Runs work that reads, in the store. May block for as long as a transaction may last.
     */
    <T> T read(Function<Transaction, T> work);

    /** As {@link #read}, of work that {@link #readAtOnce} could run: what it reads may be kept. */
    <T> T readAndKeep(Function<ReadView, T> work);
}
