package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A snapshot that is taken while another transaction knows a file by its number alone, as the recovery of a lease does.
 * The snapshot shows that transaction's change if it committed before, and does not otherwise.
 */
final class SnapshotClimbTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient client = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final ExecutorService others = Executors.newSingleThreadExecutor();

    @AfterEach
    void end() {
        others.shutdownNow();
    }

    @Test
    void firstSnapshotOfAll_isOfOneMoment() throws Exception {
        INodeId file = made("/d");
        client.allowSnapshot("/d");
        requireOneMoment(file, () -> client.snapshot("/d", "s1"));
    }

    @Test
    void firstSnapshotOfADirectory_isOfOneMoment() throws Exception {
        INodeId file = made("/d");
        client.mkdirs("/other");
        client.allowSnapshot("/other");
        client.snapshot("/other", "s1");
        requireOneMoment(file, () -> {
            client.allowSnapshot("/d");
            client.snapshot("/d", "s1");
        });
    }

    @Test
    void furtherSnapshot_isOfOneMoment() throws Exception {
        INodeId file = made("/d");
        client.allowSnapshot("/d");
        client.snapshot("/d", "s0");
        requireOneMoment(file, () -> client.snapshot("/d", "s1"));
    }

    private INodeId made(String directory) {
        client.mkdirs(directory);
        return client.file(directory + "/file");
    }

    private void requireOneMoment(INodeId file, Runnable takes) throws Exception {
        CompletableFuture<Void> taken;
        boolean takenBefore;
        try (Transaction tx = new KeepingTransaction(fixture.store.beginWrite(fixture.writer))) {
            INode row = tx.inodes()
                    .lock(List.of(new RowLock(file, LockMode.EXCLUSIVE)))
                    .get(0);
            tx.inodes().update(((RegularFile) row).withLength(7));
            taken = CompletableFuture.runAsync(takes, others);
            takenBefore = isDone(taken);
            tx.commit();
        }
        taken.get(1, TimeUnit.MINUTES);
        assertThat(client.status("/d/file").getLength()).isEqualTo(7);
        assertThat(client.status("/d/.snapshot/s1/file").getLength()).isEqualTo(takenBefore ? 10 : 7);
    }

    /** Whether it ends without a wait for the transaction. If it is slow, it is shown to wait when it need not. */
    private static boolean isDone(CompletableFuture<Void> taken) throws InterruptedException, ExecutionException {
        try {
            taken.get(300, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }
}
