package io.lambdafs.store.ndb.cluster;

/** Fills a row in: the columns of a key, or all of them. */
@FunctionalInterface
public interface RowWriter {
    void write(Row row);
}
