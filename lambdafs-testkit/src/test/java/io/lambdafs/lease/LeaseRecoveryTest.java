package io.lambdafs.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeCommand.Recover;
import io.lambdafs.block.DataNodeCommand.Truncate;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.BlockSynchronization.Report;
import io.lambdafs.lease.LeaseRecovery.Outcome;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class LeaseRecoveryTest {
    private static final INodeId FILE = new INodeId(20_000);
    private static final StorageId S1 = new StorageId("s1");
    private static final StorageId S2 = new StorageId("s2");
    private static final Duration DEAD_AFTER = Duration.ofHours(10);

    private final AtomicLong now = new AtomicLong(1_000_000);
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(() -> Instant.ofEpochMilli(now.get()));
    private final WriterId writer = store.registerWriter("test");
    private final TransactionRunner transactions =
            new TransactionRunner(store, RetryPolicy.defaults(), duration -> {}, new Random(1));
    private final LeaseLimits limits = LeaseLimits.defaults();
    private final LeaseRecovery recovery = new LeaseRecovery(
            new IdSource(store, Sequence.GENERATION_STAMP, 10),
            limits,
            DEAD_AFTER,
            () -> Instant.ofEpochMilli(now.get()));
    private final BlockSynchronization synchronization =
            new BlockSynchronization(() -> Instant.ofEpochMilli(now.get()), DEAD_AFTER);
    private final LeaseSweep sweep = new LeaseSweep(transactions, () -> writer, recovery, limits);

    LeaseRecoveryTest() {
        write(tx -> {
            dataNode(tx, "dn1", S1);
            dataNode(tx, "dn2", S2);
            Attributes attributes = new Attributes("u", "g", Permission.ofMode(0644), 1, 1);
            tx.inodes()
                    .insert(new RegularFile(
                            FILE,
                            new INodeKey(INodeId.ROOT, Name.of("f")),
                            attributes,
                            2,
                            100,
                            0,
                            new LeaseHolder("client", "host")));
            tx.leases().renew("client");
            return null;
        });
    }

    private static void dataNode(Transaction tx, String name, StorageId storage) {
        DataNodeId id = new DataNodeId(name);
        tx.dataNodes()
                .register(new DataNodeRegistration(
                        id, name, "127.0.0.1", new DataNodeRegistration.Ports(1, 2, 3), "3.5.0"));
        tx.dataNodes()
                .heartbeat(
                        id,
                        List.of(new StorageReport(storage, "DISK", false, new StorageReport.Space(1000, 0, 1000, 0))),
                        0);
    }

    private <T> T write(Function<Transaction, T> work) {
        return transactions.write(writer, work);
    }

    private static RegularFile lock(Transaction tx) {
        return (RegularFile)
                tx.inodes().lock(List.of(new RowLock(FILE, LockMode.EXCLUSIVE))).get(0);
    }

    private Outcome release() {
        return write(tx -> recovery.release(tx, lock(tx)));
    }

    private OpenFile open() {
        return transactions.read(
                tx -> OpenFile.of(tx, (RegularFile) tx.inodes().get(FILE).orElseThrow()));
    }

    private void block(long id, long length, List<StorageId> targets) {
        write(tx -> {
            OpenFile open = OpenFile.of(tx, lock(tx));
            open.append(new Block(new BlockId(id), 1001, length), targets);
            return null;
        });
    }

    private void replica(long id, StorageId storage, long stamp, long length, ReplicaState state) {
        write(tx -> {
            tx.replicas().put(List.of(new Replica(new BlockId(id), storage, stamp, length, state)));
            return null;
        });
    }

    private List<DataNodeCommand> commands() {
        return write(tx -> java.util.stream.Stream.of("dn1", "dn2")
                .flatMap(name -> tx.work().take(new DataNodeId(name), 10).stream())
                .toList());
    }

    private void commit(long id, long length) {
        write(tx -> {
            OpenFile open = OpenFile.of(tx, lock(tx));
            open.commitLast(new Block(new BlockId(id), 1001, length));
            open.save();
            return null;
        });
    }

    private void synchronize(Report report) {
        write(tx -> {
            synchronization.apply(tx, report);
            return null;
        });
    }

    private static Report report(long stamp, long length, boolean delete) {
        return new Report(
                Set.of(S1),
                new Block(new BlockId(7), 1001, 0),
                stamp,
                length,
                true,
                delete,
                delete ? List.of() : List.of(S1));
    }

    @Test
    void fileWithoutBlocks_isClosed() {
        now.addAndGet(5);
        assertThat(release()).isEqualTo(Outcome.CLOSED);
        assertThat(open().file().isUnderConstruction()).isFalse();
        assertThat(open().file().attributes().modificationMillis()).isEqualTo(now.get());
    }

    @Test
    void emptyLastBlockThatNobodyHas_isRemoved() {
        block(7, 0, List.of());
        assertThat(release()).isEqualTo(Outcome.CLOSED);
        assertThat(open().blocks()).isEmpty();
    }

    @Test
    void committedBlockBeforeTheLast_waitsForAReplicaThenCloses() {
        block(7, 0, List.of(S1, S2));
        commit(7, 40);
        block(8, 0, List.of(S1));
        commit(8, 5);
        assertThat(release()).isEqualTo(Outcome.WAITING_FOR_REPLICAS);
        assertThat(commands()).isEmpty();
        replica(8, S1, 1001, 5, ReplicaState.FINALIZED);
        assertThat(release()).isEqualTo(Outcome.WAITING_FOR_REPLICAS);
        replica(7, S1, 1001, 40, ReplicaState.FINALIZED);
        assertThat(release()).isEqualTo(Outcome.CLOSED);
        assertThat(open().file().length()).isEqualTo(45);
    }

    @Test
    void committedLastBlockWithAReplica_isCompleted() {
        block(7, 0, List.of(S1, S2));
        commit(7, 40);
        replica(7, S1, 1001, 40, ReplicaState.FINALIZED);
        assertThat(release()).isEqualTo(Outcome.CLOSED);
        assertThat(open().file().length()).isEqualTo(40);
        assertThat(open().last().orElseThrow().state()).isEqualTo(BlockState.COMPLETE);
        assertThat(transactions.<Long>read(tx -> tx.work().replicationQueueLength()))
                .isEqualTo(1);
    }

    @Test
    void committedLastBlockWithoutAReplica_isRecovered() {
        block(7, 0, List.of(S1, S2));
        commit(7, 40);
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        Recover command = (Recover) commands().get(0);
        assertThat(command.storages()).containsExactly(S1, S2);
        synchronize(report(command.newGenerationStamp(), 33, false));
        assertThat(open().file().isUnderConstruction()).isFalse();
        assertThat(open().file().length()).isEqualTo(33);
    }

    @Test
    void committedLastBlockThatNoDataNodeHas_isDropped() {
        block(7, 0, List.of(S1, S2));
        commit(7, 40);
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        Recover command = (Recover) commands().get(0);
        synchronize(report(command.newGenerationStamp(), 0, true));
        assertThat(open().blocks()).isEmpty();
        assertThat(open().file().isUnderConstruction()).isFalse();
        assertThat(open().file().length()).isZero();
    }

    @Test
    void replicaOnADeadDataNode_doesNotCompleteABlock() {
        block(7, 0, List.of(S1));
        commit(7, 40);
        replica(7, S1, 1001, 40, ReplicaState.FINALIZED);
        now.addAndGet(DEAD_AFTER.toMillis());
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(open().last().orElseThrow().isComplete()).isFalse();
        assertThat(commands()).isEmpty();
    }

    @Test
    void recoveryReportedByAnother_isRefused() {
        block(7, 0, List.of(S2));
        release();
        Recover command = (Recover) commands().get(0);
        assertThatThrownBy(() -> synchronize(report(command.newGenerationStamp(), 33, false)))
                .hasMessageContaining("was not asked of the DataNode that reports it");
    }

    @Test
    void unfinishedBlock_isRecoveredAndTheReportClosesTheFile() {
        block(7, 0, List.of(S1, S2));
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        Recover command = (Recover) commands().get(0);
        assertThat(command.storages()).containsExactly(S1, S2);
        assertThat(open().file().writer().orElseThrow().clientName()).matches(LeaseRecovery::isRecovery);

        synchronize(report(command.newGenerationStamp(), 33, false));
        assertThat(open().file().isUnderConstruction()).isFalse();
        assertThat(open().file().length()).isEqualTo(33);
        assertThat(open().last().orElseThrow().block().generationStamp()).isEqualTo(command.newGenerationStamp());
        synchronize(report(command.newGenerationStamp(), 33, false));
    }

    @Test
    void recovery_isAboveEveryStampThatTheReplicasMayHave() {
        block(7, 0, List.of(S1, S2));
        release();
        commands();
        long ofAnotherProcess = store.reserve(Sequence.GENERATION_STAMP, 1).first();
        now.addAndGet(limits.recoveryRetry().toMillis());

        assertThat(release()).isEqualTo(Outcome.RECOVERING);

        assertThat(((Recover) commands().get(0)).newGenerationStamp()).isGreaterThan(ofAnotherProcess);
    }

    @Test
    void recoveryOfABlockWithoutData_removesIt() {
        block(7, 0, List.of(S1, S2));
        release();
        Recover command = (Recover) commands().get(0);
        synchronize(report(command.newGenerationStamp(), 0, true));
        assertThat(open().blocks()).isEmpty();
        assertThat(open().file().isUnderConstruction()).isFalse();
        synchronize(report(command.newGenerationStamp(), 0, true));
    }

    @Test
    void recoveryIsBegunAgain_onlyWhenOverdue_andTheOldReportIsRefused() {
        block(7, 0, List.of(S1, S2));
        release();
        Recover first = (Recover) commands().get(0);
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(commands()).isEmpty();
        now.addAndGet(11_000);
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        Recover second = (Recover) commands().get(0);
        assertThat(second.newGenerationStamp()).isGreaterThan(first.newGenerationStamp());

        assertThatThrownBy(() -> synchronize(report(first.newGenerationStamp(), 10, false)))
                .isInstanceOf(FsException.class)
                .hasMessageContaining("does not match current recovery id");
        assertThat(open().file().isUnderConstruction()).isTrue();
    }

    @Test
    void badReports_areRefused() {
        assertThatThrownBy(() -> synchronize(report(5, 5, false))).hasMessageContaining("not found");
        block(7, 0, List.of(S1));
        assertThatThrownBy(() -> synchronize(report(0, 5, false))).hasMessageContaining("recovery id");
        release();
        Recover command = (Recover) commands().get(0);
        assertThatThrownBy(() -> synchronize(report(command.newGenerationStamp(), -1, false)))
                .hasMessageContaining("Negative length");
    }

    /** Closes the file with one block of 40 bytes that both DataNodes have, and begins to cut it at 30. */
    private void cut() {
        // The stamp of the block, so that those to come are above it.
        store.reserve(Sequence.GENERATION_STAMP, 10);
        block(7, 0, List.of(S1, S2));
        commit(7, 40);
        replica(7, S1, 1001, 40, ReplicaState.FINALIZED);
        replica(7, S2, 1001, 40, ReplicaState.FINALIZED);
        assertThat(release()).isEqualTo(Outcome.CLOSED);
        write(tx -> {
            recovery.truncate(tx, OpenFile.of(tx, lock(tx)), 30, "host");
            return null;
        });
    }

    private Truncate cutCommand() {
        return (Truncate) commands().get(0);
    }

    @Test
    void cut_isOrderedAndItsReportClosesTheFile() {
        cut();
        assertThat(open().file().isUnderConstruction()).isTrue();
        assertThat(open().file().length()).isEqualTo(40);
        Truncate command = cutCommand();
        assertThat(command.block()).isEqualTo(new Block(new BlockId(7), 1001, 30));
        assertThat(command.storages()).containsExactly(S1, S2);

        synchronize(report(command.newGenerationStamp(), 30, false));
        assertThat(open().file().isUnderConstruction()).isFalse();
        assertThat(open().file().length()).isEqualTo(30);
        assertThat(open().last().orElseThrow().block())
                .isEqualTo(new Block(new BlockId(7), command.newGenerationStamp(), 30));
        synchronize(report(command.newGenerationStamp(), 30, false));
    }

    @Test
    void cutThatCameToNothing_isBegunAgainWithItsLengthByTheSweep() {
        cut();
        Truncate first = cutCommand();
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(commands()).isEmpty();
        for (int attempt = 0; attempt < 3; attempt++) {
            now.addAndGet(limits.recoveryRetry().toMillis() + 1);
            assertThat(sweep.sweep(10)).isEqualTo(1);
        }
        List<DataNodeCommand> commands = commands();
        assertThat(commands)
                .hasSize(3)
                .allSatisfy(command -> assertThat(((Truncate) command).block()).isEqualTo(first.block()));
        long newest = commands.stream()
                .mapToLong(command -> ((Truncate) command).newGenerationStamp())
                .max()
                .orElseThrow();
        assertThat(newest).isGreaterThan(first.newGenerationStamp());
        assertThatThrownBy(() -> synchronize(report(first.newGenerationStamp(), 30, false)))
                .hasMessageContaining("does not match current recovery id");
        synchronize(report(newest, 30, false));
        assertThat(open().file().length()).isEqualTo(30);
    }

    @Test
    void cutThatOneDataNodeDid_isFinishedWithoutTheOther() {
        cut();
        Truncate first = cutCommand();
        replica(7, S1, first.newGenerationStamp(), 30, ReplicaState.FINALIZED);
        now.addAndGet(limits.recoveryRetry().toMillis());
        release();
        assertThat(cutCommand().storages()).containsExactly(S1);
    }

    @Test
    void cutWithoutALiveReplica_waitsForOne() {
        cut();
        commands();
        now.addAndGet(DEAD_AFTER.toMillis());
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(commands()).isEmpty();
        write(tx -> {
            dataNode(tx, "dn2", S2);
            return null;
        });
        now.addAndGet(limits.recoveryRetry().toMillis());
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(cutCommand().storages()).containsExactly(S2);
    }

    @Test
    void reportsOfACut_thatSayAnotherLengthOrDropTheBlock_areRefused() {
        cut();
        long stamp = cutCommand().newGenerationStamp();
        assertThatThrownBy(() -> synchronize(report(stamp, 31, false))).hasMessageContaining("is to be cut at 30");
        assertThatThrownBy(() -> synchronize(report(stamp, 0, true))).hasMessageContaining("not to be deleted");
        assertThat(open().last().orElseThrow().block().length()).isEqualTo(40);
    }

    @Test
    void writerThatOnlyCallsItselfACut_isRecoveredAsAnyOther() {
        block(7, 0, List.of(S1));
        write(tx -> {
            OpenFile open = OpenFile.of(tx, lock(tx));
            open.handTo(new LeaseHolder("LambdaFS_Truncation-" + FILE.value() + "-1", "host"));
            open.save();
            return null;
        });
        assertThat(release()).isEqualTo(Outcome.RECOVERING);
        assertThat(commands()).singleElement().isInstanceOf(Recover.class);
    }

    @Test
    void sweep_releasesExpiredLeasesAndForgetsThem() {
        block(7, 0, List.of(S1));
        assertThat(sweep.sweep(10)).isZero();
        now.addAndGet(limits.hard().toMillis() + 1);
        assertThat(sweep.sweep(10)).isEqualTo(1);
        Recover command = (Recover) commands().get(0);
        assertThat(transactions.<Boolean>read(tx -> tx.leases().age("client").isEmpty()))
                .isTrue();

        now.addAndGet(limits.recoveryRetry().toMillis() + 1);
        assertThat(sweep.sweep(10)).isEqualTo(1);
        Recover again = (Recover) commands().get(0);
        assertThat(again.newGenerationStamp()).isGreaterThan(command.newGenerationStamp());
        synchronize(report(again.newGenerationStamp(), 12, false));
        now.addAndGet(limits.recoveryRetry().toMillis() + 1);
        assertThat(sweep.sweep(10)).isZero();
        assertThat(transactions.<Boolean>read(
                        tx -> tx.leases().expired(Duration.ZERO, 10).isEmpty()))
                .isTrue();
    }

    @Test
    void sweep_leavesTheFileOfAWriterThatComesBackMeanwhile() {
        now.addAndGet(limits.hard().toMillis() + 1);
        LeaseSweep slow = new LeaseSweep(transactions, this::writerAfterARenewal, recovery, limits);
        slow.sweep(10);
        assertThat(open().file().writer()).contains(new LeaseHolder("client", "host"));
        assertThat(transactions.<Boolean>read(tx -> tx.leases().age("client").isPresent()))
                .isTrue();
    }

    private WriterId writerAfterARenewal() {
        write(tx -> {
            tx.leases().renew("client");
            return null;
        });
        return writer;
    }

    @Test
    void sweep_takesFilesThatWaitForReplicasFromTheirWriterAndClosesThemLater() {
        block(7, 0, List.of(S1));
        commit(7, 40);
        block(8, 0, List.of(S1));
        commit(8, 5);
        replica(8, S1, 1001, 5, ReplicaState.FINALIZED);
        now.addAndGet(limits.hard().toMillis() + 1);
        assertThat(sweep.sweep(10)).isEqualTo(1);
        assertThat(open().file().writer().orElseThrow().clientName()).matches(LeaseRecovery::isRecovery);
        assertThat(transactions.<Boolean>read(tx -> tx.leases().age("client").isEmpty()))
                .isTrue();
        replica(7, S1, 1001, 40, ReplicaState.FINALIZED);
        assertThat(sweep.sweep(10)).isZero();
        now.addAndGet(limits.recoveryRetry().toMillis() + 1);
        assertThat(sweep.sweep(10)).isEqualTo(1);
        assertThat(open().file().isUnderConstruction()).isFalse();
    }

    @Test
    void commitThatContradicts_isRefused() {
        block(7, 50, List.of(S1));
        assertThatThrownBy(() -> commit(7, 49)).hasMessageContaining("less than the stored one");
        assertThatThrownBy(() -> commit(8, 50)).hasMessageContaining("mismatching GS");
        release();
        assertThatThrownBy(() -> commit(7, 50)).hasMessageContaining("under recovery");
    }
}
