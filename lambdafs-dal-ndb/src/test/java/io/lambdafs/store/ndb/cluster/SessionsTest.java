package io.lambdafs.store.ndb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.ndb.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What transactions use of a cluster: one connection, and a bounded number of sessions that are used again. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class SessionsTest {
    private static final int MOST = 3;
    private static final int THREADS = 8;
    private static final int EACH = 50;
    private static final Duration LIFE = Duration.ofSeconds(10);
    /** A process in the list that the management client shows; one that is not there is "not connected". */
    private static final Pattern CONNECTED = Pattern.compile("id=\\d+\\s+@");

    private final NdbCluster cluster = connect();

    @AfterEach
    void disconnect() {
        cluster.close();
    }

    @Test
    void transactions_oneAfterAnother_useOneSession() {
        for (int i = 0; i < EACH; i++) {
            cluster.begin(LIFE).close();
        }
        assertThat(cluster.sessionsOpened()).isOne();
    }

    @Test
    void transactions_ofManyThreads_shareBoundedSessions() throws Exception {
        runInManyThreads();
        assertThat(cluster.sessionsOpened()).isBetween(1L, (long) MOST);
    }

    @Test
    void transactions_ofManyThreads_shareOneConnection() throws Exception {
        cluster.begin(LIFE).close();
        long withOne = connected();
        assumeTrue(withOne > 0, "NDB_CONNECTSTRING names a cluster, whose connections are not counted");
        runInManyThreads();
        // It may be less: connections of other tests that were just closed.
        assertThat(connected()).isLessThanOrEqualTo(withOne);
    }

    private void runInManyThreads() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(this::runMany));
            }
            for (Future<?> one : all) {
                one.get(1, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void runMany() {
        for (int i = 0; i < EACH; i++) {
            ClusterTransaction transaction = cluster.begin(LIFE);
            transaction.commit(new OperationBatch());
            transaction.close();
        }
    }

    private static NdbCluster connect() {
        StoreConfig config =
                new StoreConfig("ndb://" + TestCluster.connectString() + "/sessions", "", "", MOST, Bounds.defaults());
        return NdbCluster.connect(ClusterAddress.of(config.url()), config);
    }

    /** How many processes the cluster consists of and serves; 0 if it cannot be asked. */
    private static long connected() {
        return TestCluster.administer("show")
                .map(shown -> CONNECTED.matcher(shown).results().count())
                .orElse(0L);
    }
}
