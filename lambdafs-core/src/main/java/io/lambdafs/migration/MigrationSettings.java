package io.lambdafs.migration;

import io.lambdafs.store.move.MovableStore;
import java.time.Duration;

/**
 * The bounds of a migration.
 *
 * @param pageRows how many rows are in memory and in one transaction, from 1 to {@link MovableStore#MAX_PAGE}
 * @param watch for how long a source that others can open is watched for signs of life
 * @param fence how long to wait for the transactions of a writer to end
 */
public record MigrationSettings(int pageRows, Duration watch, Duration fence) {
    public MigrationSettings {
        if (pageRows < 1 || pageRows > MovableStore.MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MovableStore.MAX_PAGE + " rows, not " + pageRows);
        }
    }

    /** Three heartbeats of a DataNode; pages of a few MiB at most. */
    public static MigrationSettings defaults() {
        return new MigrationSettings(2_000, Duration.ofSeconds(10), Duration.ofSeconds(30));
    }
}
