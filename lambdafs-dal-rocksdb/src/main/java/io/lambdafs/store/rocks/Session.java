package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.table.StoredTables;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where a transaction's calls run. */
interface Session {
    /** Has the engine run this after all that waits, and returns what it gives. May run several times. */
    <T> T ask(Function<StoredTables, T> work);

    /** Has the engine run this together with the next {@link #ask}, or with the commit. What it fails with is thrown there. */
    void later(Consumer<StoredTables> change);
}
