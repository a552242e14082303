package io.lambdafs.client.subtree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Syncs that a policy asks for. */
final class AutomaticSyncTest {
    private static final long BOUND_SECONDS = 30;
    private static final long QUIET_MILLIS = 50;
    private static final NewFile FILE = new NewFile(0644, false, true, 1, 128);

    private final Semaphore syncs = new Semaphore(0);
    private Overlay overlay;

    @BeforeEach
    void open() {
        overlay = new CountedCluster().overlay();
    }

    private AutomaticSync start(String key, String value, AutomaticSync.Syncing syncing) throws IOException {
        SubtreePolicy policy = SubtreePolicy.parse(Map.of("consistency", "append_client_journal", key, value));
        assertThat(AutomaticSync.isAskedFor(policy)).isTrue();
        return AutomaticSync.start(overlay, policy, syncing);
    }

    private void awaitSync() throws InterruptedException {
        assertThat(syncs.tryAcquire(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void afterSoManyOperations_thereIsOneSync() throws Exception {
        try (AutomaticSync sync = start("sync_operations", "3", syncs::release)) {
            overlay.createEmpty("/out/1", FILE);
            overlay.createEmpty("/out/2", FILE);
            assertThat(syncs.availablePermits()).isZero();
            overlay.createEmpty("/out/3", FILE);
            awaitSync();
            sync.report();
        }
    }

    @Test
    void afterSoManySeconds_thereAreSyncs() throws Exception {
        try (AutomaticSync sync = start("sync_seconds", "1", syncs::release)) {
            awaitSync();
            awaitSync();
            sync.report();
        }
    }

    @Test
    void writer_goesOnWhileASyncIsUnderWay() throws Exception {
        Semaphore end = new Semaphore(0);
        try (AutomaticSync sync = start("sync_operations", "1", () -> {
            syncs.release();
            end.acquireUninterruptibly();
        })) {
            overlay.createEmpty("/out/1", FILE);
            awaitSync();
            overlay.createEmpty("/out/2", FILE);
            overlay.createEmpty("/out/3", FILE);
            assertThat(syncs.availablePermits()).isZero();
            // Nothing is taken from the journal, so there are syncs until the end.
            end.release(Integer.MAX_VALUE / 2);
            sync.report();
        }
    }

    @Test
    void whatCameDuringASync_isPartOfTheNext_thoughNothingFollows() throws Exception {
        Semaphore end = new Semaphore(0);
        try (AutomaticSync sync = start("sync_operations", "2", () -> {
            syncs.release();
            end.acquireUninterruptibly();
            overlay.withJournal(journal -> {
                journal.merged(journal.takeable().size() - 1, journal.entries() - 3);
                return true;
            });
        })) {
            overlay.createEmpty("/out/1", FILE);
            overlay.createEmpty("/out/2", FILE);
            awaitSync();
            overlay.withJournal(JournalLog::takeable);
            for (int i = 3; i < 6; i++) {
                overlay.createEmpty("/out/" + i, FILE);
            }
            end.release();
            awaitSync();
            sync.report();
            overlay.withJournal(journal -> {
                journal.alarmAt(Long.MAX_VALUE, () -> {});
                return true;
            });
            end.release(Integer.MAX_VALUE / 2);
        }
    }

    @Test
    void failure_isToldToTheNextCall_once() throws Exception {
        AutomaticSync sync = start("sync_operations", "1", () -> {
            syncs.release();
            throw new IOException("no NameNode answers");
        });
        overlay.createEmpty("/out/1", FILE);
        awaitSync();
        sync.close();
        assertThatThrownBy(sync::report)
                .isInstanceOf(RemoteException.class)
                .hasMessageContaining("A sync of the decoupled subtree /out")
                .hasMessageContaining("no NameNode answers");
        sync.report();
    }

    @Test
    void syncIsDue_whenThereIsEnough_orSomethingOld() {
        SubtreePolicy policy = SubtreePolicy.parse(
                Map.of("consistency", "append_client_journal", "sync_operations", "10", "sync_seconds", "5"));
        assertThat(AutomaticSync.isDue(policy, 9, 4_999)).isFalse();
        assertThat(AutomaticSync.isDue(policy, 10, 0)).isTrue();
        assertThat(AutomaticSync.isDue(policy, 1, 5_000)).isTrue();
        assertThat(AutomaticSync.isDue(policy, 0, 5_000)).isFalse();
        assertThat(AutomaticSync.isDue(SubtreePolicy.DEFAULT, 1_000_000, 1_000_000))
                .isFalse();
    }

    @Test
    void policyWithoutSyncs_asksForNone() {
        assertThat(AutomaticSync.isAskedFor(SubtreePolicy.DEFAULT)).isFalse();
    }

    @Test
    void postponedSync_isNoFailure_andIsNotTriedAtOnceAgain() throws Exception {
        try (AutomaticSync sync = start("sync_operations", "2", () -> {
            syncs.release();
            throw new AutomaticSync.PostponedException();
        })) {
            overlay.createEmpty("/out/1", FILE);
            overlay.createEmpty("/out/2", FILE);
            awaitSync();
            // Two more are enough for the next, once it is planned.
            int made = 2;
            while (!syncs.tryAcquire(QUIET_MILLIS, TimeUnit.MILLISECONDS)) {
                made++;
                overlay.createEmpty("/out/" + made, FILE);
                assertThat(made).isLessThan(20);
            }
            assertThat(made).isGreaterThan(3);
            sync.report();
            TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
            assertThat(syncs.availablePermits()).isLessThan(2);
        }
    }
}
