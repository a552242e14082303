package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import org.jspecify.annotations.Nullable;

/** What a row is stored as: the number of the transaction that wrote it, then what that wrote. */
public final class StoredRow {
    private StoredRow() {}

    /** What a commit stores of what it writes. */
    public static Bytes of(long commit, Bytes value) {
        return new Encoder().putLong(commit).putRest(value.array()).bytes();
    }

    /** What was written. */
    public static @Nullable Bytes value(@Nullable Bytes stored) {
        return stored == null ? null : Bytes.owning(new Decoder(stored, Long.BYTES).getRest());
    }

    /** The commit sequence number of the transaction that wrote the row. */
    public static long commit(Bytes stored) {
        return new Decoder(stored).getLong();
    }
}
