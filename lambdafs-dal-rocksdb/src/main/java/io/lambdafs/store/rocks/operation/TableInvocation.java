package io.lambdafs.store.rocks.operation;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.table.StoredTables;

/** An operation on the tables, with its argument. */
public record TableInvocation<A, R>(TableOperation<A, R> operation, A argument) {
    public TableInvocation {
        requireNonNull(operation, "operation");
        requireNonNull(argument, "argument");
    }

    /** Does it; on the engine's thread. */
    public R on(StoredTables tables) {
        return operation.body().apply(tables, argument);
    }

    /** Writes its number and its argument. */
    public void put(Encoder out) {
        out.putByte(operation.number());
        operation.argument().put(out, argument);
    }
}
