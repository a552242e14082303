package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One row of a batch to write.
 *
 * @param value what the row holds from now on; null deletes it
 */
public record BatchRow(Table table, Bytes key, @Nullable Bytes value) {
    public BatchRow {
        requireNonNull(table, "table");
        requireNonNull(key, "key");
    }
}
