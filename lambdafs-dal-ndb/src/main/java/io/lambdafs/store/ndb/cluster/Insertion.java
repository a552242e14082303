package io.lambdafs.store.ndb.cluster;

/** An insertion that passes over a row that exists; tells whether it did once the batch has been carried out. */
public final class Insertion {
    private boolean duplicate;

    void foundDuplicate() {
        duplicate = true;
    }

    /** Whether the row existed, so that nothing was inserted. */
    public boolean isDuplicate() {
        return duplicate;
    }
}
