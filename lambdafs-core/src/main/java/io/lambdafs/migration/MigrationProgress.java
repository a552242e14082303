package io.lambdafs.migration;

import io.lambdafs.store.move.MoveTable;

/** Hears how far a migration is; called by the thread that runs it. */
public interface MigrationProgress {
    /** What is done with the rows of a table. */
    enum Phase {
        COPY,
        COMPARE
    }

    /** Something else begins, for people. */
    void step(String what);

    /**
     * So many rows of a table are done in this phase.
     *
     * @param done rows of this table; those that an earlier run copied are not among them
     * @param total rows of this table that this run has to do
     */
    void rows(Phase phase, MoveTable table, long done, long total);
}
