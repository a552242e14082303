package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Predicate;

/**
 * Which rows' coming and going is to be heard of, in a table whose primary key is numbers.
 *
 * @param interesting says by the key whether to tell of a row
 */
public record Subscription(TableDefinition table, Predicate<List<Long>> interesting) {
    public Subscription {
        requireNonNull(table, "table");
        requireNonNull(interesting, "interesting");
    }
}
