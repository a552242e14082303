package io.lambdafs.store.ndb.cluster;

import org.jspecify.annotations.Nullable;

/** Where a transaction's first rows are, so that the node that has them coordinates it. */
public record TransactionHint(@Nullable TableDefinition table, long partitionKey) {
    public static final TransactionHint ANYWHERE = new TransactionHint(null, 0);

    /** The partition of a table that has this one number as its partition key. */
    public static TransactionHint of(TableDefinition table, long partitionKey) {
        return new TransactionHint(table, partitionKey);
    }
}
