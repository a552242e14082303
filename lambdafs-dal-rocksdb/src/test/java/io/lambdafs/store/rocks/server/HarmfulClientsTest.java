package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.EngineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as a process, with clients in processes of their own that are frozen or die with locks, or begin too much. */
@Timeout(180)
final class HarmfulClientsTest {
    private static final List<RowLock> ROOT = List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE));
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration PATIENT = Duration.ofSeconds(60);
    private static final Duration ENDLESS = Duration.ofMinutes(30);
    private static final Bounds IMPATIENT_FOR_LOCKS = new Bounds(Duration.ofSeconds(10), SHORT, PATIENT);
    private static final Bounds PATIENT_FOR_LOCKS = new Bounds(Duration.ofSeconds(10), PATIENT, ENDLESS);
    private static final int CONNECTIONS = 4;

    @TempDir
    private Path directory = Path.of("");

    private StoreProcess start() throws IOException {
        return StoreProcess.start(directory, "unix:" + directory.resolve("socket"));
    }

    private static void lockRootAndCommit(MetadataStore store, WriterId writer) {
        try (Transaction tx = store.beginWrite(writer)) {
            assertThat(tx.inodes().lock(ROOT)).hasSize(1);
            tx.commit();
        }
    }

    @Test
    void frozenClient_thatHoldsALock_keepsOthersWaitingForABoundedTime() throws Exception {
        try (StoreProcess process = start();
                LockHolder holder = LockHolder.start(process.address(), ENDLESS);
                MetadataStore store = process.open(IMPATIENT_FOR_LOCKS)) {
            WriterId writer = store.registerWriter("other");
            holder.signal("STOP");
            StoreException waited = catchThrowableOfType(StoreException.class, () -> lockRootAndCommit(store, writer));
            assertThat(waited.kind()).isEqualTo(Kind.CONFLICT);
            assertThat(waited).hasMessageContaining("locked by others for longer than " + SHORT);
            assertThat(store.beginRead().inodes().get(INodeId.ROOT)).isPresent();
            holder.signal("CONT");
            assertThat(holder.commit()).isEqualTo("committed");
            lockRootAndCommit(store, writer);
        }
    }

    @Test
    void frozenClient_losesItsLock_whenItsTransactionIsTooOld() throws Exception {
        try (StoreProcess process = start();
                LockHolder holder = LockHolder.start(process.address(), Duration.ofSeconds(1));
                MetadataStore store = process.open(PATIENT_FOR_LOCKS)) {
            WriterId writer = store.registerWriter("other");
            holder.signal("STOP");
            lockRootAndCommit(store, writer);
            holder.signal("CONT");
            assertThat(holder.commit()).isEqualTo(Kind.EXPIRED.name());
        }
    }

    /* The transaction would live for longer than this test: its locks are free because its connection is gone. */
    @Test
    void killedClient_losesItsLocks_andTheOneThatWaitsGoesOn() throws Exception {
        try (StoreProcess process = start();
                LockHolder holder = LockHolder.start(process.address(), ENDLESS);
                MetadataStore store = process.open(PATIENT_FOR_LOCKS)) {
            WriterId writer = store.registerWriter("other");
            holder.signal("KILL");
            lockRootAndCommit(store, writer);
        }
    }

    @Test
    void tenThousandTransactions_areOpen_oneMoreIsRefused_andTheProcessIsWellAfterwards() throws Exception {
        int most = EngineLimits.defaults().openTransactions();
        List<MetadataStore> stores = new ArrayList<>();
        try (StoreProcess process = start()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                stores.add(process.open(PATIENT_FOR_LOCKS));
            }
            WriterId writer = stores.get(0).registerWriter("many");
            lockRootAndCommit(stores.get(0), writer);
            long before = residentKib(process);
            List<Transaction> open = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                open.add(stores.get(i % CONNECTIONS).beginWrite(writer));
            }
            StoreException refused = catchThrowableOfType(
                    StoreException.class, () -> stores.get(0).beginWrite(writer));
            assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(refused).hasMessageContaining(most + " transactions are open");
            System.out.println("resident memory of the program with " + most + " open transactions: "
                    + residentKib(process) + " KiB; before: " + before + " KiB");
            assertThat(stores.get(1).beginRead().inodes().get(INodeId.ROOT)).isPresent();
            open.forEach(Transaction::commit);
            lockRootAndCommit(stores.get(0), writer);
            assertThat(process.process().isAlive()).isTrue();
        } finally {
            stores.forEach(MetadataStore::close);
        }
    }

    private static long residentKib(StoreProcess process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
