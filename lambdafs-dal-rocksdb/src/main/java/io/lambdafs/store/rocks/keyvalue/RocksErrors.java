package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Says what RocksDB's errors mean to a caller. */
final class RocksErrors {
    private RocksErrors() {}

    static StoreException translate(String doing, RocksDBException e) {
        Status status = e.getStatus();
        if (status != null && status.getCode() == Status.Code.Corruption) {
            return new StoreException(
                    Kind.INCOMPATIBLE,
                    doing + ": the store's files are damaged, restore them from a backup: " + e.getMessage(),
                    e);
        }
        return new StoreException(Kind.UNAVAILABLE, doing + ": " + e.getMessage(), e);
    }
}
