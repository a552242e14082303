package io.lambdafs.store.sql;

import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import org.jspecify.annotations.Nullable;

/** What the store said when a transaction began: whether the writer may write, and what became of the request before. */
@SuppressWarnings("ArrayRecordComponent") // a short-lived answer that nobody compares
record Admission(boolean admitted, byte @Nullable [] prior) {
    static Admission of(Session session, WriterId writer) {
        return session.change(
                        "SELECT admit_writer(?)",
                        p -> p.add(writer.value()),
                        row -> new Admission(row.getBoolean(1), null))
                .get(0);
    }

    static Admission of(Session session, WriterId writer, RequestId request) {
        long hash = hash(request);
        return session.change(
                        "SELECT admitted, prior FROM admit_request(?, ?, ?, ?, ?)",
                        p -> p.add(writer.value())
                                .add(request.client())
                                .add(request.sequence())
                                .add((int) (hash >>> 32))
                                .add((int) hash),
                        row -> new Admission(row.getBoolean(1), row.getBytes(2)))
                .get(0);
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
