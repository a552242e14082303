package io.lambdafs.store.ndb;

import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.util.List;
import java.util.function.Consumer;

/**
 * What takes a database from one version of the schema to the next.
 *
 * @param tables that come; one that is there already was left by a process that did not come to the end
 * @param rows what is written with the new version, in one transaction
 */
record Migration(List<TableDefinition> tables, Consumer<Batch> rows) {
    Migration {
        tables = List.copyOf(tables);
    }
}
