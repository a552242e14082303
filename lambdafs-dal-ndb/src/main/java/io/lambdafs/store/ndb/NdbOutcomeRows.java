package io.lambdafs.store.ndb;

import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.wire.RequestId;
import java.nio.ByteBuffer;

/** How the outcome of a request is a row of its table. */
final class NdbOutcomeRows {
    static final int RECORDED = 2;
    private static final int CLIENT = 0;
    private static final int SEQUENCE = 1;
    private static final int OUTCOME = 3;

    private NdbOutcomeRows() {}

    static void writeKey(Row row, RequestId request) {
        byte[] client = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(request.client().getMostSignificantBits())
                .putLong(request.client().getLeastSignificantBits())
                .array();
        row.put(CLIENT, client).put(SEQUENCE, request.sequence());
    }

    static void write(Row row, RequestId request, long recordedMicros, byte[] outcome) {
        writeKey(row, request);
        row.put(RECORDED, recordedMicros).put(OUTCOME, outcome);
    }

    static byte[] outcome(Row row) {
        return row.getBytes(OUTCOME);
    }

    /** The key of a row, to be written into another. */
    @SuppressWarnings("ArrayRecordComponent") // short-lived, and nobody compares it
    record Key(byte[] client, long sequence) {
        static Key of(Row row) {
            return new Key(row.getBytes(CLIENT), row.getLong(SEQUENCE));
        }

        void write(Row row) {
            row.put(CLIENT, client).put(SEQUENCE, sequence);
        }
    }
}
