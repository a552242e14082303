package io.lambdafs.store.ndb;

import io.lambdafs.store.IdRange;
import java.util.function.LongSupplier;

/** Numbers of one sequence, from ranges. Thread-safe. */
final class Numbers implements LongSupplier {
    private static final int RANGE = 1000;

    private final Sequences sequences;
    private final String name;
    private long next;
    private long end;

    Numbers(Sequences sequences, String name) {
        this.sequences = sequences;
        this.name = name;
    }

    @Override
    public synchronized long getAsLong() {
        if (next == end) {
            IdRange range = sequences.reserve(name, RANGE);
            next = range.first();
            end = range.first() + range.count();
        }
        return next++;
    }
}
