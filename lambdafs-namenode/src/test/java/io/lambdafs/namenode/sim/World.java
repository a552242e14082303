package io.lambdafs.namenode.sim;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.housekeeping.Housekeeper;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.UseCounter;
import io.lambdafs.namenode.sim.port.MortalStore;
import io.lambdafs.namenode.sim.store.SharedSimStore;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.sim.SimProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;

/** What is there before any NameNode: directories that everybody may use, and DataNodes that say what they are told to. */
final class World {
    private static final int DATANODES = 3;

    /** Only detached trees are ever old enough for it. */
    static final HousekeepingConfig HOUSEKEEPING = new HousekeepingConfig(
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            HousekeepingConfig.Liveness.after(Operations.FOR_EVER),
            HousekeepingConfig.Replication.defaults(),
            new LeaseLimits(Operations.FOR_EVER, Operations.FOR_EVER, Operations.FOR_EVER),
            new HousekeepingConfig.Cleanup(Operations.FOR_EVER, Duration.ofSeconds(30)));

    private final SharedSimStore database;
    private final MetadataStore store;
    private final WriterId writer;
    private int housekeepers;

    World(SharedSimStore database) {
        this.database = database;
        store = database.openAtOnce();
        writer = store.registerWriter("world");
    }

    void furnish(List<String> directories) {
        write(tx -> {
            INode root = tx.inodes().get(INodeId.ROOT).orElseThrow();
            tx.inodes().update(root.withAttributes(root.attributes().withPermission(new Permission(0777))));
            directories.forEach(path -> mkdir(tx, FsPath.parse(path)));
            for (int number = 1; number <= DATANODES; number++) {
                register(tx, number);
            }
        });
    }

    /** Gives a directory without files a quota from the start. */
    void limit(String path, QuotaCounts limits) {
        write(tx -> {
            ResolvedPath at = PathLocks.in(tx).resolve(FsPath.parse(path));
            Attributes attributes = at.last().attributes();
            tx.inodes()
                    .update(at.last()
                            .withAttributes(attributes.withFeatures(
                                    attributes.features().withQuota(limits))));
            QuotaLedger.open(tx, at.last().id(), limits, UseCounter.count(tx, at));
        });
    }

    /** Lets snapshots of a directory be taken. */
    void allowSnapshots(String path) {
        write(tx -> {
            INode directory = PathLocks.in(tx).resolve(FsPath.parse(path)).last();
            Attributes attributes = directory.attributes();
            tx.inodes()
                    .update(directory.withAttributes(attributes.withFeatures(
                            attributes.features().withSnapshots(SnapshotState.NONE.withSnapshottable(true)))));
            tx.details()
                    .put(new Detail(
                            new DetailKey(
                                    INodeId.NONE,
                                    DetailKind.SNAPSHOTTABLE,
                                    directory.id().value()),
                            new byte[0]));
        });
    }

    private void mkdir(Transaction tx, FsPath path) {
        List<INode> chain = tx.inodes().resolve(path.components());
        INodeKey key = new INodeKey(chain.get(chain.size() - 1).id(), path.name());
        INodeId id = new INodeId(store.reserve(Sequence.INODE, 1).first());
        tx.inodes()
                .insert(new Directory(
                        id, key, new Attributes(Operations.SUPERUSER, "supergroup", new Permission(0777), 1, 0)));
    }

    private static void register(Transaction tx, int number) {
        DataNodeId id = new DataNodeId("dn" + number);
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(9866, 9864, 9867);
        tx.dataNodes().register(new DataNodeRegistration(id, "host" + number, "10.0.0." + number, ports, "3.5.0"));
        StorageReport.Space space = new StorageReport.Space(1 << 30, 0, 1 << 30, 0);
        tx.dataNodes().heartbeat(id, List.of(new StorageReport(new StorageId("s" + number), "DISK", false, space)), 0);
    }

    /** Goes on with what those left unfinished who detached something: two rounds of the housekeeper, far enough apart. */
    void finishRemovals() {
        housekeep(store);
    }

    /**
     * As {@link #finishRemovals}, but this housekeeper dies after so many calls to the store, if it makes more; whether it
     * did. Its role is its for a while.
     */
    boolean beginRemovals(int calls) {
        try {
            housekeep(MortalStore.of(store, calls));
            return false;
        } catch (MortalStore.Death death) {
            return true;
        } finally {
            housekeepers++;
        }
    }

    private void housekeep(MetadataStore seen) {
        Instant[] now = {SimProcess.EPOCH};
        TransactionRunner runner = new TransactionRunner(
                        seen, new RetryPolicy(20, Duration.ZERO, Duration.ZERO), pause -> {}, new SplittableRandom(1))
                .guardedBy(KeepingTransaction::new);
        Housekeeper housekeeper = Housekeeper.of(
                HOUSEKEEPING,
                "housekeeper" + housekeepers,
                new Housekeeper.Dependencies(
                        seen,
                        runner,
                        new RenewingWriter(seen, runner, "housekeeper" + housekeepers),
                        () -> now[0],
                        new SplittableRandom(1)));
        for (int round = 0; round < 2; round++) {
            Housekeeper.Round made = housekeeper.round();
            if (made.standing() != Housekeeper.Standing.ON_DUTY
                    || !made.failures().isEmpty()) {
                throw new SimFailure("the housekeeper fails: " + made);
            }
            now[0] = now[0].plus(HOUSEKEEPING.cleanup().subtreesAfter());
        }
    }

    /** Whether there is this inode. */
    boolean exists(INodeId inode) {
        return database.inodes().stream()
                .anyMatch(row -> row.id().equals(inode) && !row.parent().equals(INodeId.ATTIC));
    }

    /** Somebody says that the files of a batch are gone. Nothing appears in a detached directory, so they stay gone. */
    void requireRemoved(RemovalBatch batch) {
        database.inodes().stream()
                .filter(row -> row.parent().equals(batch.directory()) && !row.isDirectory())
                .filter(row ->
                        row.name().compareTo(batch.after()) > 0 && row.name().compareTo(batch.last()) <= 0)
                .findFirst()
                .ifPresent(left -> {
                    throw new SimFailure("of " + batch + ", which is said to be removed, there is " + left);
                });
    }

    void reportReplica(ExtendedBlockProto block) {
        write(tx -> {
            for (int number = 1; number <= DATANODES; number++) {
                tx.replicas()
                        .put(List.of(new Replica(
                                new BlockId(block.getBlockId()),
                                new StorageId("s" + number),
                                block.getGenerationStamp(),
                                block.getNumBytes(),
                                ReplicaState.FINALIZED)));
            }
        });
    }

    private void write(Consumer<Transaction> work) {
        try (Transaction tx = store.beginWrite(writer)) {
            work.accept(tx);
            tx.commit();
        }
    }
}
