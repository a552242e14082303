package io.lambdafs.openwhisk.platform.rest;

import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The latest activation records, bounded in number and in bytes; older ones are forgotten. */
final class ActivationStore {
    private static final long MAX_BYTES = 32L << 20;
    private static final int OVERHEAD_BYTES = 1024;

    private final int maxRecords;
    private final Map<String, ActivationRecord> records = new HashMap<>();
    private final Deque<ActivationRecord> byAge = new ArrayDeque<>();
    private long bytes;

    ActivationStore(int maxRecords) {
        this.maxRecords = maxRecords;
    }

    synchronized void add(ActivationRecord entry) {
        records.put(entry.activationId(), entry);
        byAge.addLast(entry);
        bytes += sizeOf(entry);
        while (byAge.size() > maxRecords || (bytes > MAX_BYTES && byAge.size() > 1)) {
            ActivationRecord oldest = byAge.removeFirst();
            records.remove(oldest.activationId());
            bytes -= sizeOf(oldest);
        }
    }

    synchronized Optional<ActivationRecord> find(String activationId) {
        return Optional.ofNullable(records.get(activationId));
    }

    /** The newest first. */
    synchronized List<ActivationRecord> list(Predicate<ActivationRecord> filter, int skip, int limit) {
        List<ActivationRecord> found = new ArrayList<>();
        int skipped = 0;
        for (Iterator<ActivationRecord> i = byAge.descendingIterator(); i.hasNext() && found.size() < limit; ) {
            ActivationRecord candidate = i.next();
            if (filter.test(candidate) && skipped++ >= skip) {
                found.add(candidate);
            }
        }
        return found;
    }

    private static long sizeOf(ActivationRecord entry) {
        return OVERHEAD_BYTES
                + entry.response().size()
                + entry.logs().stream().mapToLong(String::length).sum();
    }
}
