package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;

/**
 * A member's acknowledgement, which is all that its row has.
 *
 * @param leader to whom
 * @param round of which of its rounds; {@value #JOIN} for its join
 * @param deployment the member's
 */
record Ack(long leader, long round, int deployment, long member) {
    static final long JOIN = 0;

    private static final int LEADER = 0;
    private static final int ROUND = 1;
    private static final int DEPLOYMENT = 2;
    private static final int MEMBER = 3;

    private static Ack read(Row row) {
        return new Ack(row.getLong(LEADER), row.getLong(ROUND), row.getInt(DEPLOYMENT), row.getLong(MEMBER));
    }

    private void write(Row row) {
        row.put(LEADER, leader).put(ROUND, round).put(DEPLOYMENT, deployment).put(MEMBER, member);
    }

    void insert(OperationBatch batch) {
        batch.insertIfAbsent(CoordinationSchema.ACKS, this::write);
    }

    void remove(OperationBatch batch) {
        batch.deleteIfPresent(CoordinationSchema.ACKS, this::write);
    }

    /** What has been acknowledged to a leader; at most so much. */
    static Scan<Ack> to(long leader, int most) {
        return some(Range.of(key -> key.put(LEADER, leader), 1), most);
    }

    /** What has been acknowledged to anybody; at most so much. */
    static Scan<Ack> any(int most) {
        return some(Range.all(), most);
    }

    private static Scan<Ack> some(Range range, int most) {
        return Scan.inOrder(CoordinationSchema.ACKS, CoordinationSchema.IN_ORDER, range, most, Ack::read);
    }
}
