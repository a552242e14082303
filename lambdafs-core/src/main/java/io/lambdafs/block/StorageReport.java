package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import io.lambdafs.storage.StorageType;

/**
 * How full one storage of a DataNode is.
 *
 * @param type HDFS's name of the storage type, such as DISK
 */
public record StorageReport(StorageId id, String type, boolean failed, Space space) {
    /** Sizes in bytes. */
    public record Space(long capacity, long dfsUsed, long remaining, long blockPoolUsed) {}

    /** The storage's type; DISK for one that this version does not know. */
    public StorageType storageType() {
        return StorageType.named(type);
    }

    public StorageReport {
        requireNonNull(id, "id");
        requireNonNull(type, "type");
        requireNonNull(space, "space");
    }
}
