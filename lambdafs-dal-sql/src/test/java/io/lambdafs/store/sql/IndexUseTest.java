package io.lambdafs.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.RequestId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks, by the server's own statistics, that no table that grows with the file system is ever read in full. */
@Tag("any-release")
class IndexUseTest {
    private static final String GROWING =
            "('inodes', 'inode_details', 'blocks', 'replicas', 'outcomes', 'replication_queue', 'commands')";

    private static final long FILLED_ROWS = 140_000;
    private static final int MOST_LOOKS = 300;
    private static final int LOOKS_UNCHANGED = 30;
    private static final long LOOK_MILLIS = 100;

    private static final DetailKey DETAIL = new DetailKey(new INodeId(30_000), DetailKind.EXTENDED_ATTRIBUTE, 0);

    private final PostgresFixture fixture = PostgresFixture.create();

    @BeforeEach
    void fill() {
        fixture.open(Bounds.defaults()).close();
        fixture.execute("INSERT INTO inodes SELECT g, 16385, convert_to('f' || g, 'UTF8'), false, 420, 'o', 'g', 0, 0,"
                + " 3, 1, 1, CASE WHEN g % 100 = 0 THEN 'client' END, 'host' FROM generate_series(20001, 40000) g;"
                + "INSERT INTO inode_details SELECT g, 1, 0, '' FROM generate_series(20001, 40000) g;"
                + "INSERT INTO blocks SELECT g, g, 0, 1, 1, 3, 0, '{}' FROM generate_series(20001, 40000) g;"
                + "INSERT INTO replicas SELECT g, 'DS-' || g % 3, 1, 1, 0 FROM generate_series(20001, 40000) g;"
                + "INSERT INTO replication_queue SELECT g, clock_timestamp() FROM generate_series(20001, 40000) g;"
                + "INSERT INTO outcomes SELECT gen_random_uuid(), g, '' FROM generate_series(1, 20000) g;"
                + "INSERT INTO commands (datanode_id, kind, block_id, generation_stamp, length, new_generation_stamp,"
                + " storages) SELECT 'other', 0, g, 1, 1, 0, '{}' FROM generate_series(1, 20000) g;"
                + "ANALYZE");
    }

    @AfterEach
    void drop() {
        fixture.close();
    }

    @Test
    void tablesThatGrow_areReadByTheirIndexesOnly() throws Exception {
        awaitTheStatisticsOfTheFill();
        long fullReads = settled("seq_scan");
        long lookUps = settled("idx_scan");
        try (MetadataStore store = fixture.open(Bounds.defaults())) {
            try (Transaction tx = store.beginRead()) {
                read(tx);
            }
            try (Transaction tx = store.beginWrite(store.registerWriter("w"), new RequestId(UUID.randomUUID(), 1))) {
                write(tx);
                tx.recordOutcome(new byte[0]);
                tx.commit();
            }
        }
        for (long waited = 0; settled("idx_scan") < lookUps + 20 && waited < 20_000; waited += 20) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(settled("idx_scan")).isGreaterThanOrEqualTo(lookUps + 20);
        assertThat(settled("seq_scan")).isEqualTo(fullReads);
    }

    /**
     * Waits until the server has counted what the schema's creation and the fill did. Each of them reads whole tables.
     * Releases before 15 gather the statistics in a process of their own, which gets them late.
     */
    private void awaitTheStatisticsOfTheFill() throws Exception {
        long before = -1;
        int unchanged = 0;
        for (int look = 0; look < MOST_LOOKS && unchanged < LOOKS_UNCHANGED; look++) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            long now = settled("n_tup_ins") < FILLED_ROWS ? -1 : settled("seq_scan + idx_scan");
            unchanged = now >= 0 && now == before ? unchanged + 1 : 0;
            before = now;
        }
        assertThat(unchanged).isEqualTo(LOOKS_UNCHANGED);
    }

    /** A number of the statistics; connections tell theirs when they close. */
    private long settled(String statistic) throws SQLException {
        try (Connection connection = fixture.connect()) {
            return Statements.rows(
                            connection,
                            "SELECT coalesce(sum(" + statistic + "), 0)::bigint FROM pg_stat_user_tables"
                                    + " WHERE schemaname = current_schema() AND relname IN " + GROWING,
                            none -> {},
                            row -> row.getLong(1))
                    .get(0);
        }
    }

    private static void read(Transaction tx) {
        INodeId file = new INodeId(30_000);
        Name name = Name.of("f30000");
        assertThat(tx.inodes().resolve(List.of(name))).hasSize(2);
        assertThat(tx.inodes().get(file)).isPresent();
        assertThat(tx.inodes().get(List.of(file))).hasSize(1);
        assertThat(tx.inodes().find(List.of(new INodeKey(INodeId.ROOT, name)))).hasSize(1);
        assertThat(tx.inodes().children(INodeId.ROOT, name, 10)).hasSize(10);
        assertThat(tx.inodes().children(List.of(INodeId.ROOT, file), INodeKey.FIRST, 10))
                .hasSize(10);
        assertThat(tx.inodes().hasChildren(INodeId.ROOT)).isTrue();
        assertThat(tx.inodes().writtenBy("client", file, 10)).hasSize(10);
        assertThat(tx.details().of(file, DetailKind.EXTENDED_ATTRIBUTE, 0, 10)).hasSize(1);
        assertThat(tx.details().get(List.of(DETAIL))).hasSize(1);
        assertThat(tx.blocks().ofFiles(List.of(file))).hasSize(1);
        assertThat(tx.blocks().get(List.of(new BlockId(30_000)))).hasSize(1);
        assertThat(tx.replicas().ofBlocks(List.of(new BlockId(30_000)))).hasSize(1);
        assertThat(tx.replicas().onStorage(new StorageId("DS-0"), new BlockId(0), 10))
                .hasSize(10);
    }

    private static void write(Transaction tx) {
        INodeId file = new INodeId(30_000);
        BlockId block = new BlockId(30_000);
        assertThat(tx.inodes()
                        .lock(List.of(
                                new RowLock(INodeId.ROOT, LockMode.SHARED), new RowLock(file, LockMode.EXCLUSIVE))))
                .hasSize(2);
        tx.inodes().update(tx.inodes().get(file).orElseThrow());
        tx.inodes().delete(List.of(file));
        assertThat(tx.details().lock(List.of(DETAIL))).hasSize(1);
        tx.details().put(new Detail(DETAIL, new byte[1]));
        tx.details().delete(List.of(DETAIL));
        tx.details().deleteOf(List.of(new INodeId(30_001)));
        tx.blocks().delete(List.of(block));
        tx.blocks().deleteOfFiles(List.of(new INodeId(30_001)));
        tx.replicas().put(List.of(new Replica(block, new StorageId("DS-9"), 1, 1, ReplicaState.FINALIZED)));
        tx.replicas().remove(new StorageId("DS-9"), List.of(block));
        assertThat(tx.replicas().removeSome(new StorageId("DS-0"), 2)).hasSize(2);
        tx.work().checkReplication(List.of(block));
        assertThat(tx.work().dueForReplication(Duration.ofHours(1), 10)).containsExactly(block);
        tx.work().replicationDone(List.of(block));
        assertThat(tx.work().take(new DataNodeId("nobody"), 10)).isEmpty();
        assertThat(tx.outcomes().purge(Duration.ofHours(1), 10)).isZero();
    }
}
