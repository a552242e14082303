package io.lambdafs.store.ndb.cluster;

/** Makes a value of a row, which it must not keep. */
@FunctionalInterface
public interface RowReader<T> {
    T read(Row row);
}
