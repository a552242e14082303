package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

/** The UUID of a DataNode, kept in its storage directories. */
public record DataNodeId(String value) {
    public DataNodeId {
        requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return value;
    }
}
