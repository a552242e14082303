package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import io.lambdafs.store.ndb.cluster.TableDefinition;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The coordinator's tables in a database of their own, for the tests of one class; emptied before each. */
final class TestTables implements Transactions, BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    private static final Duration LIFE = Duration.ofSeconds(10);
    private static final int MOST_SESSIONS = 64;

    private @Nullable NdbCluster cluster;

    @Override
    public void beforeAll(ExtensionContext context) {
        String database = "test_" + UUID.randomUUID().toString().replace('-', '_');
        StoreConfig config = new StoreConfig(
                "ndb://" + TestCluster.connectString() + "/" + database,
                "",
                "",
                MOST_SESSIONS,
                StoreConfig.Bounds.defaults());
        cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config);
        SchemaEditor.create(cluster, CoordinationSchema.TABLES);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        for (TableDefinition table : CoordinationSchema.TABLES) {
            keys(table).forEach(key -> remove(table, key));
        }
    }

    private void remove(TableDefinition table, List<Long> key) {
        run(transaction -> {
            OperationBatch batch = new OperationBatch();
            batch.deleteIfPresent(table, row -> NumberKeys.write(table, row, key));
            transaction.commit(batch);
            return true;
        });
    }

    @Override
    public void afterAll(ExtensionContext context) {
        SchemaEditor.drop(cluster(), CoordinationSchema.TABLES);
        cluster().close();
    }

    NdbCluster cluster() {
        return requireNonNull(cluster, "cluster");
    }

    /** The way of one process to the cluster. */
    TestLine line() {
        return new TestLine(this);
    }

    @Override
    public <T> T run(Work<T> work) {
        try (ClusterTransaction transaction = cluster().begin(LIFE)) {
            return work.in(transaction);
        }
    }

    /** All rows of a table, as the numbers that are their keys. */
    List<List<Long>> keys(TableDefinition table) {
        return run(transaction -> transaction.scan(Scan.inOrder(
                table, CoordinationSchema.IN_ORDER, Range.all(), Scan.UNLIMITED, row -> NumberKeys.read(table, row))));
    }

    /** Ends a member's registrations, as another process does that thinks it dead. */
    void endRegistrations(long writer) {
        for (List<Registered> alive = alive(writer); !alive.isEmpty(); alive = alive(writer)) {
            alive.forEach(member -> run(transaction -> {
                MemberRows.expire(transaction, member);
                return true;
            }));
        }
    }

    private List<Registered> alive(long writer) {
        return run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE))).stream()
                .filter(member ->
                        !member.hasDeparted() && member.member().writer().value() == writer)
                .toList();
    }
}
