package io.lambdafs.housekeeping;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockPlacement;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A file system in the twin with one file of one block, some DataNodes, and a clock that is moved by hand. */
final class SmallCluster {
    static final Block BLOCK = new Block(new BlockId(1L << 30), 1001, 100);
    static final INodeId FILE = new INodeId(20_000);

    private final Map<Integer, String> types = new HashMap<>();
    private final Map<Integer, String> secondTypes = new HashMap<>();
    private final AtomicLong now = new AtomicLong(1_000_000);
    final InMemoryMetadataStore store = new InMemoryMetadataStore(this::now);
    final TransactionRunner runner =
            new TransactionRunner(store, RetryPolicy.defaults(), duration -> {}, new Random(1));
    final RenewingWriter writer = new RenewingWriter(store, runner, "test");

    /** A cluster whose file wants so many replicas. */
    SmallCluster(int replication) {
        write(tx -> {
            Attributes attributes = new Attributes("u", "g", Permission.ofMode(0644), 1, 1);
            INodeKey key = new INodeKey(INodeId.ROOT, Name.of("f"));
            tx.inodes().insert(new RegularFile(FILE, key, attributes, replication, 100, 100, null));
            tx.blocks().insert(new BlockInfo(BLOCK, FILE, 0, BlockState.COMPLETE, 0, List.of()));
        });
    }

    Instant now() {
        return Instant.ofEpochMilli(now.get());
    }

    void pass(Duration time) {
        now.addAndGet(time.toMillis());
    }

    void write(Consumer<Transaction> work) {
        writer.write(tx -> {
            work.accept(tx);
            return tx;
        });
    }

    List<DataNodeDescriptor> nodes() {
        return writer.read(tx -> tx.dataNodes().all());
    }

    boolean exists(INodeId inode) {
        return writer.read(tx -> tx.inodes().get(inode).isPresent());
    }

    static StorageId storage(int node) {
        return new StorageId("s" + node);
    }

    /** Registers these DataNodes, or hears of them again. The higher its number, the more room a node has. */
    void heartbeat(int... nodes) {
        write(tx -> Arrays.stream(nodes).forEach(node -> heartbeat(tx, node, false, 1_000 + node)));
    }

    /** The DataNode says that its storage is broken. */
    void breakStorage(int node) {
        write(tx -> heartbeat(tx, node, true, 1_000 + node));
    }

    /** The DataNode says how much room it has. */
    void room(int node, long room) {
        write(tx -> heartbeat(tx, node, false, room));
    }

    /** From its next heartbeat on, the storage of the DataNode is of this type; of others, it is DISK. */
    void type(int node, String type) {
        types.put(node, type);
    }

    /** From its next heartbeat on, the DataNode has a second storage, of this type. */
    void secondType(int node, String type) {
        secondTypes.put(node, type);
    }

    static StorageId second(int node) {
        return new StorageId("s" + node + "-2");
    }

    /** Sets the storage policy of the root. */
    void policy(String name) {
        write(tx -> {
            INode root = tx.inodes()
                    .lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)))
                    .get(0);
            Attributes attributes = root.attributes();
            int number = StoragePolicies.required(name).number();
            tx.inodes()
                    .update(root.withAttributes(
                            attributes.withFeatures(attributes.features().withStoragePolicy(number))));
        });
    }

    private void heartbeat(Transaction tx, int node, boolean failed, long room) {
        DataNodeId id = new DataNodeId("dn" + node);
        if (!tx.dataNodes().heartbeat(id, List.of(), 0)) {
            tx.dataNodes()
                    .register(new DataNodeRegistration(
                            id, "dn" + node, "127.0.0.1", new DataNodeRegistration.Ports(1, 2, 3), "3.5.0"));
        }
        StorageReport.Space space = new StorageReport.Space(10_000, 0, room, 0);
        List<StorageReport> storages = new ArrayList<>();
        storages.add(new StorageReport(storage(node), types.getOrDefault(node, "DISK"), failed, space));
        if (secondTypes.containsKey(node)) {
            storages.add(new StorageReport(second(node), secondTypes.getOrDefault(node, "DISK"), false, space));
        }
        tx.dataNodes().heartbeat(id, storages, 0);
    }

    /** These DataNodes report good replicas of the block. */
    void replicas(int... nodes) {
        Arrays.stream(nodes).forEach(node -> replica(node, BLOCK.generationStamp(), ReplicaState.FINALIZED));
    }

    void replica(int node, long generationStamp, ReplicaState state) {
        write(tx -> tx.replicas()
                .put(List.of(new Replica(BLOCK.id(), storage(node), generationStamp, BLOCK.length(), state))));
    }

    /** The DataNode says that its replica is gone. */
    void gone(int node) {
        write(tx -> {
            tx.replicas().remove(storage(node), List.of(BLOCK.id()));
            tx.work().checkReplication(List.of(BLOCK.id()));
        });
    }

    void checkReplication() {
        write(tx -> tx.work().checkReplication(List.of(BLOCK.id())));
    }

    Map<BlockFlaw, Long> flaws() {
        return writer.read(tx -> tx.work().countFlaws());
    }

    long queued() {
        return writer.read(tx -> tx.work().replicationQueueLength());
    }

    /** The storages with replicas that are not on their way out. */
    List<StorageId> holders() {
        return writer.read(tx -> tx.replicas().ofBlocks(List.of(BLOCK.id())).stream()
                .filter(replica -> replica.state() != ReplicaState.DELETING)
                .map(Replica::storage)
                .sorted((a, b) -> a.value().compareTo(b.value()))
                .toList());
    }

    /** Takes what the DataNode is told to do. */
    List<DataNodeCommand> commands(int node) {
        return writer.write(tx -> tx.work().take(new DataNodeId("dn" + node), 100));
    }

    Housekeeper housekeeper(String owner, HousekeepingTask... tasks) {
        return new Housekeeper(writer, owner, this::now, HousekeepingConfig.defaults(), List.of(tasks));
    }

    Housekeeper wholeHousekeeper(String owner) {
        return Housekeeper.of(
                HousekeepingConfig.defaults(),
                owner,
                new Housekeeper.Dependencies(store, runner, writer, this::now, new Random(7)));
    }

    PolicySatisfaction policySatisfaction() {
        return new PolicySatisfaction(
                HousekeepingConfig.Replication.defaults(),
                Duration.ofSeconds(30),
                new BlockPlacement(new Random(7)),
                this::now);
    }

    /** Lets a task find the role held, having watched the store for so long. */
    Duty duty(Duration watched) {
        write(tx -> tx.roles().acquire(Housekeeper.ROLE, "test", Duration.ofDays(10)));
        return new Duty(writer, "test", watched);
    }

    ReplicationCheck replicationCheck() {
        return new ReplicationCheck(
                HousekeepingConfig.Replication.defaults(), Duration.ofSeconds(30), new BlockPlacement(new Random(7)));
    }
}
