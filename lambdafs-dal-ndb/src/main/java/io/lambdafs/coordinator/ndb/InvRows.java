package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of INVs: what may be done with them, in transactions of others. */
final class InvRows {
    private static final int DEPLOYMENT = 0;
    private static final int LEADER = 1;
    private static final int SEQUENCE = 2;
    private static final int PARTS = 3;
    private static final int CONTENT = 4;
    private static final int PART = 3;

    private InvRows() {}

    /**
     * Names an INV to one deployment.
     *
     * @param sequence counts the leader's rounds in the order in which they are published
     */
    record Key(int deployment, long leader, long sequence) {
        void write(Row row) {
            row.put(DEPLOYMENT, deployment).put(LEADER, leader).put(SEQUENCE, sequence);
        }
    }

    /** An INV's row. */
    static final class Head {
        private final Key key;
        private final int parts;
        private final byte[] content;

        private Head(Row row) {
            key = new Key(row.getInt(DEPLOYMENT), row.getLong(LEADER), row.getLong(SEQUENCE));
            parts = row.getInt(PARTS);
            content = row.getBytes(CONTENT);
        }

        Key key() {
            return key;
        }

        /** How many other rows have the content; 0 if this one has it. */
        int parts() {
            return parts;
        }

        byte[] content() {
            return content.clone();
        }
    }

    /** In how many parts content is kept beside the row. */
    static int parts(byte[] content) {
        return content.length <= CoordinationSchema.INV_CONTENT
                ? 0
                : (content.length + CoordinationSchema.PART_CONTENT - 1) / CoordinationSchema.PART_CONTENT;
    }

    /** Inserts an INV, unless an attempt whose answer was lost has done so. */
    static void insert(OperationBatch batch, Key key, byte[] content) {
        int parts = parts(content);
        batch.insertIfAbsent(CoordinationSchema.INVS, row -> {
            key.write(row);
            row.put(PARTS, parts).put(CONTENT, parts == 0 ? content : new byte[0]);
        });
        for (int number = 0; number < parts; number++) {
            int part = number;
            int from = part * CoordinationSchema.PART_CONTENT;
            byte[] some =
                    Arrays.copyOfRange(content, from, Math.min(content.length, from + CoordinationSchema.PART_CONTENT));
            batch.insertIfAbsent(CoordinationSchema.INV_PARTS, row -> {
                key.write(row);
                row.put(PART, part).put(CONTENT, some);
            });
        }
    }

    static void remove(OperationBatch batch, Key key, int parts) {
        batch.deleteIfPresent(CoordinationSchema.INVS, key::write);
        for (int number = 0; number < parts; number++) {
            int part = number;
            batch.deleteIfPresent(CoordinationSchema.INV_PARTS, row -> {
                key.write(row);
                row.put(PART, part);
            });
        }
    }

    /**
     * The INVs to a deployment, of each leader the last one first.
     *
     * <p>So what such a scan has not passed yet is older than what it has seen: if it sees an INV, it sees all that the same
     * leader published before.
     */
    static Scan<Head> to(int deployment) {
        return Scan.inOrder(
                        CoordinationSchema.INVS,
                        CoordinationSchema.IN_ORDER,
                        Range.of(key -> key.put(DEPLOYMENT, deployment), 1),
                        Scan.UNLIMITED,
                        Head::new)
                .backwards();
    }

    /** INVs of a leader, to whichever deployments; at most so many. */
    static List<Head> of(ClusterTransaction transaction, long leader, int most) {
        return transaction.scan(Scan.inOrder(
                CoordinationSchema.INVS,
                CoordinationSchema.OF_LEADER,
                Range.of(key -> key.put(LEADER, leader), 1),
                most,
                Head::new));
    }

    /**
     * The content of an INV that is in parts; empty if one of them is not there: an INV appears and goes at once, but not
     * to those who only look.
     */
    static Optional<byte[]> content(ClusterTransaction transaction, Head head) {
        OperationBatch batch = new OperationBatch();
        List<Read<byte[]>> reads = new ArrayList<>();
        for (int number = 0; number < head.parts(); number++) {
            int part = number;
            reads.add(batch.read(
                    CoordinationSchema.INV_PARTS,
                    row -> {
                        head.key().write(row);
                        row.put(PART, part);
                    },
                    ReadLock.NONE,
                    row -> row.getBytes(CONTENT)));
        }
        transaction.execute(batch);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (Read<byte[]> read : reads) {
            if (read.row().isEmpty()) {
                return Optional.empty();
            }
            content.writeBytes(read.row().get());
        }
        return Optional.of(content.toByteArray());
    }

    /** Which of these are gone, beyond doubt: a row that is being written anywhere is waited for. */
    static List<Key> gone(ClusterTransaction transaction, Collection<Key> keys) {
        OperationBatch batch = new OperationBatch();
        Map<Key, Read<Boolean>> reads = new LinkedHashMap<>();
        keys.forEach(
                key -> reads.put(key, batch.read(CoordinationSchema.INVS, key::write, ReadLock.SHARED, row -> true)));
        transaction.execute(batch);
        List<Key> gone = new ArrayList<>();
        reads.forEach((key, read) -> {
            if (read.row().isEmpty()) {
                gone.add(key);
            }
        });
        return gone;
    }
}
