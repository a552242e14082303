package io.lambdafs.store.ndb;

import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import java.util.List;
import java.util.Optional;

/** How the rows of one table are moved. Used by one thread. */
interface MovedTable {
    /** How many rows there are; reads all of them. */
    long count();

    /** The first rows after this key, in the order of their keys; fewer than the limit only at the end. */
    List<MoveRow> page(Optional<MoveKey> after, int limit);

    /** Adds the insertion of a row that must not exist. */
    void insert(OperationBatch batch, MoveRow row);

    /** Forgets what it knows of the rows that are there: some were added. */
    default void changed() {}
}
