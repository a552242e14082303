package io.lambdafs.namenode.cache;

import io.lambdafs.store.Transaction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How reading operations are run. Thread-safe. */
public interface ReadPath {
    /** Whether it is worth while to try {@link #readAtOnce}. */
    boolean keepsSomething();

    /**
     * Runs work that reads, on what is in memory alone. Never blocks.
     *
     * @return null if that is not enough, or is not to be believed now
     */
    <T> @Nullable T readAtOnce(Function<Transaction, T> work);

    /**
     * Runs work that reads. May block for as long as a transaction may last.
     *
     * @param kept whether what it reads may be kept; it is work that {@link #readAtOnce} could run another time
     */
    <T> T read(Function<Transaction, T> work, boolean kept);
}
