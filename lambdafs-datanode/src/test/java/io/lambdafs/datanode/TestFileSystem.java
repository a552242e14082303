package io.lambdafs.datanode;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** A file system in the store's twin, with files of one block each, seen as a test sees it. */
final class TestFileSystem {
    static final long GENERATION_STAMP = 1_000;

    final MetadataStore store;
    final TransactionRunner runner;
    final RenewingWriter writer;

    TestFileSystem() {
        this(InstantSource.system());
    }

    /** A file system in a store with this clock. */
    TestFileSystem(InstantSource clock) {
        this(new InMemoryMetadataStore(clock));
    }

    /** The file system of this store. */
    TestFileSystem(MetadataStore store) {
        this.store = store;
        runner = new TransactionRunner(
                store, new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1)), duration -> {}, new Random(1));
        writer = writer("test");
    }

    /** Another process's way to write. */
    RenewingWriter writer(String label) {
        return new RenewingWriter(store, runner, label);
    }

    List<DataNodeDescriptor> dataNodes() {
        return writer.read(tx -> tx.dataNodes().all());
    }

    static Block block(int number, long length) {
        return new Block(new BlockId((1L << 30) + number), GENERATION_STAMP, length);
    }

    static INodeId file(int number) {
        return new INodeId(20_000 + number);
    }

    void write(Consumer<Transaction> work) {
        writer.write(tx -> {
            work.accept(tx);
            return tx;
        });
    }

    /** A file whose one block is complete. */
    void closedFile(int number, int replication, Block block) {
        write(tx -> {
            tx.inodes().insert(inode(number, replication, block.length()));
            tx.blocks().insert(new BlockInfo(block, file(number), 0, BlockState.COMPLETE, 0, List.of()));
        });
    }

    /** A file whose one block a client writes to these storages. */
    void openFile(int number, Block block, List<StorageId> expected) {
        write(tx -> {
            tx.inodes().insert(inode(number, expected.size(), 0).writtenBy(new LeaseHolder("client", "127.0.0.1")));
            tx.leases().renew("client");
            tx.blocks().insert(new BlockInfo(block, file(number), 0, BlockState.UNDER_CONSTRUCTION, 0, expected));
        });
    }

    private static RegularFile inode(int number, int replication, long length) {
        Attributes attributes = new Attributes("u", "g", Permission.ofMode(0644), 1, 1);
        INodeKey key = new INodeKey(INodeId.ROOT, Name.of("f" + number));
        return new RegularFile(file(number), key, attributes, replication, 1 << 20, length, null);
    }

    /** What concat does: the block of one file becomes the second of another. */
    void moveBlock(int from, int to) {
        write(tx -> {
            tx.blocks().update(blockOf(from).ofFile(file(to), 1));
            tx.inodes().delete(List.of(file(from)));
        });
    }

    RegularFile inode(int number) {
        return writer.read(tx -> (RegularFile) tx.inodes().get(file(number)).orElseThrow());
    }

    BlockInfo blockOf(int number) {
        return writer.read(tx -> tx.blocks().ofFiles(List.of(file(number))).get(0));
    }

    /** A DataNode with one storage, so that commands can be sent to it. */
    void dataNode(String name, StorageId storage) {
        DataNodeId id = new DataNodeId(name);
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(1, 2, 3);
        StorageReport.Space space = new StorageReport.Space(1000, 0, 1000, 0);
        write(tx -> {
            tx.dataNodes().register(new DataNodeRegistration(id, name, "127.0.0.1", ports, "3.5.0"));
            tx.dataNodes().heartbeat(id, List.of(new StorageReport(storage, "DISK", false, space)), 0);
        });
    }

    List<DataNodeCommand> commands(String dataNode) {
        return writer.write(tx -> tx.work().take(new DataNodeId(dataNode), 1000));
    }

    List<Replica> replicas(Block block) {
        return writer.read(tx -> tx.replicas().ofBlocks(List.of(block.id())));
    }

    /** The only storage of a DataNode that runs. */
    StorageId storageOf(DataNodeProcess process) {
        return AwaitThreads.nonEmpty(() -> writer.read(tx -> tx.dataNodes().all().stream()
                .filter(node -> node.id().value().equals(process.uuid()))
                .flatMap(node -> node.storages().stream())
                .map(StorageReport::id)
                .toList()));
    }

    long queued() {
        return writer.read(tx -> tx.work().replicationQueueLength());
    }
}
