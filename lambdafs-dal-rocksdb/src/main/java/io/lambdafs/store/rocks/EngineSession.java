package io.lambdafs.store.rocks;

import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.store.volume.VolumeStore;

/** Where a transaction's calls run. */
interface EngineSession {
    /** Has the engine do this after all that waits, and returns its result. */
    <A, R> R ask(TableOperation<A, R> operation, A argument);

    /** The engine's volumes, which are no part of the transaction. */
    VolumeStore volumes();

    /** Has the engine do this together with the next {@link #ask}, or with the commit. What it fails with is thrown there. */
    <A> void later(TableOperation<A, Done> change, A argument);
}
