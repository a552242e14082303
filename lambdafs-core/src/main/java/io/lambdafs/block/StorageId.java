package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** The name of one storage directory of a DataNode, as the DataNode made it up. */
public record StorageId(String value) {
    public StorageId {
        requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
