package io.lambdafs.store.sql;

import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the store said when a transaction began: whether the writer may write, what became of the request before, and what
 * time it was then. The time is read after the rest, in the same statement.
 */
@SuppressWarnings("ArrayRecordComponent") // a short-lived answer that nobody compares
record TransactionAdmission(boolean admitted, byte @Nullable [] prior, long nowMillis) {
    /** Asks, and gives the answer to this. */
    static Deferred asking(WriterId writer, Consumer<TransactionAdmission> answer) {
        return new Deferred(
                "SELECT admitted, " + Times.NOW_MILLIS + " FROM admit_writer(?) AS asked (admitted)",
                p -> p.add(writer.value()),
                read -> answer.accept(
                        one(read, row -> new TransactionAdmission(row.getBoolean(1), null, row.getLong(2)))));
    }

    /** As {@link #asking(WriterId, Consumer)}, and waits for earlier transactions of the request. */
    static Deferred asking(WriterId writer, RequestId request, Consumer<TransactionAdmission> answer) {
        long hash = hash(request);
        return new Deferred(
                "SELECT admitted, prior, " + Times.NOW_MILLIS + " FROM admit_request(?, ?, ?, ?, ?)",
                p -> p.add(writer.value())
                        .add(request.client())
                        .add(request.sequence())
                        .add((int) (hash >>> 32))
                        .add((int) hash),
                read -> answer.accept(one(
                        read, row -> new TransactionAdmission(row.getBoolean(1), row.getBytes(2), row.getLong(3)))));
    }

    private static TransactionAdmission one(PreparedStatement read, ResultReader<TransactionAdmission> reader)
            throws SQLException {
        return Statements.rows(read, reader).get(0);
    }

    /** Two requests with the same number merely wait for each other. */
    private static long hash(RequestId request) {
        long mixed = request.client().getMostSignificantBits();
        for (long part : new long[] {request.client().getLeastSignificantBits(), request.sequence()}) {
            mixed = (mixed ^ part) * 0x9E3779B97F4A7C15L;
            mixed ^= mixed >>> 32;
        }
        return mixed;
    }
}
