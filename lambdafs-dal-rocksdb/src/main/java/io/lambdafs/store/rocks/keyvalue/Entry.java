package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;

/** A row that a scan found. */
public record Entry(Bytes key, Bytes value) {
    public Entry {
        requireNonNull(key, "key");
        requireNonNull(value, "value");
    }
}
