package io.lambdafs.store.ndb.cluster;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A read of one row in a batch; tells what was found once the batch has been carried out. */
public final class Read<T> {
    private final RowReader<T> reader;
    private @Nullable T value;
    private boolean taken;

    Read(RowReader<T> reader) {
        this.reader = reader;
    }

    void found(Row row) {
        value = reader.read(row);
    }

    void takenByAnother() {
        taken = true;
    }

    /** The row, if there is one that was not taken. */
    public Optional<T> row() {
        return Optional.ofNullable(value);
    }

    /** Whether the row was not waited for because another transaction had it locked. */
    public boolean isTaken() {
        return taken;
    }
}
