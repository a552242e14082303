package io.lambdafs.datanode;

import io.lambdafs.block.StorageId;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How many replicas a DataNode of another process has, by what it reports. Thread-safe. */
final class ReportedCount implements LongSupplier {
    private final Map<StorageId, Long> counts = new HashMap<>();

    /** A full report of a storage. */
    synchronized void full(StorageId storage, long replicas) {
        counts.put(storage, replicas);
    }

    /** Replicas that came and went since. */
    synchronized void changed(StorageId storage, long by) {
        counts.merge(storage, by, (before, more) -> Math.max(0, before + more));
    }

    @Override
    public synchronized long getAsLong() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
