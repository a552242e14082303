package io.lambdafs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.datanode.DataNodeConfig.Network;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.housekeeping.HousekeepingConfig.Cleanup;
import io.lambdafs.housekeeping.HousekeepingConfig.Liveness;
import io.lambdafs.housekeeping.HousekeepingConfig.Replication;
import io.lambdafs.housekeeping.PolicyRequests;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.storage.StorageType;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Real DataNodes against a store: what they report, and that they do what they are told. Each test has a cluster of its own and
 * mostly waits, so some run at the same time.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class DataNodeBattery {
    static final HousekeepingConfig HOUSEKEEPING = new HousekeepingConfig(
            Duration.ofMillis(200),
            Duration.ofSeconds(2),
            Liveness.after(Duration.ofSeconds(4)),
            new Replication(Duration.ofSeconds(5), 512, 8),
            LeaseLimits.defaults(),
            Cleanup.defaults());

    private static final Block BLOCK = TestFileSystem.block(1, 5_000);

    @TempDir
    Path directory;

    private TestFileSystem cluster;
    private MetadataStore storeOfDataNodes;

    /** A new file system, as its owner sees it. */
    abstract MetadataStore open() throws Exception;

    /** The same as DataNodes see it. */
    abstract MetadataStore openForDataNodes() throws Exception;

    /** Whether DataNodes may report and nothing else. */
    abstract boolean reportsOnly();

    @BeforeEach
    void openStores() throws Exception {
        cluster = new TestFileSystem(open());
        storeOfDataNodes = openForDataNodes();
    }

    private DataNodeProcess start(String name) {
        return start(name, storeOfDataNodes);
    }

    private DataNodeProcess start(String name, MetadataStore store) {
        return start(List.of(Volume.disk(directory.resolve(name))), store);
    }

    private DataNodeProcess start(List<Volume> volumes, MetadataStore store) {
        DataNodeConfig config =
                new DataNodeConfig(volumes, Network.loopback(), Duration.ofHours(1), HOUSEKEEPING, reportsOnly());
        DataNodeProcess process = DataNodeProcess.start(config, store, DataNodeProcess.Timing.real());
        process.awaitReady(Duration.ofSeconds(30));
        return process;
    }

    private static List<Volume> disks(List<Path> directories) {
        return directories.stream().map(Volume::disk).toList();
    }

    private long whole() {
        return cluster.replicas(BLOCK).stream()
                .filter(replica -> replica.state() == ReplicaState.FINALIZED)
                .count();
    }

    @Test
    void lostReplica_isReplacedAndTheReplicasOfADeletedBlockGo() {
        try (DataNodeProcess one = start("one");
                DataNodeProcess other = start("other")) {
            cluster.closedFile(1, 2, BLOCK);
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
            cluster.storageOf(other);
            cluster.write(tx -> tx.work().checkReplication(List.of(BLOCK.id())));
            AwaitThreads.until(() -> whole() == 2);
            assertThat(WrittenReplica.exists(other, cluster, BLOCK)).isTrue();

            cluster.write(tx -> tx.blocks().delete(List.of(BLOCK.id())));
            AwaitThreads.until(() -> !WrittenReplica.exists(one, cluster, BLOCK));
            AwaitThreads.until(() -> !WrittenReplica.exists(other, cluster, BLOCK));
        }
    }

    @Test
    void replicaThatABalancerReplaces_goes() {
        try (DataNodeProcess source = start("source");
                DataNodeProcess proxy = start("proxy");
                DataNodeProcess target = start("target")) {
            for (int number = 1; number <= 6; number++) {
                Block block = TestFileSystem.block(number, 5_000);
                cluster.closedFile(number, 2, block);
                WrittenReplica.whole(source, cluster, block);
                WrittenReplica.whole(proxy, cluster, block);
                AwaitThreads.until(() -> cluster.replicas(block).size() == 2);
                assertThat(new BlockMove(target, proxy, source).of(cluster, block))
                        .isEqualTo(Status.SUCCESS);
                AwaitThreads.until(() -> !WrittenReplica.exists(source, cluster, block));
                AwaitThreads.until(() -> cluster.replicas(block).size() == 2);
                assertThat(WrittenReplica.exists(target, cluster, block)).isTrue();
                assertThat(WrittenReplica.exists(proxy, cluster, block)).isTrue();
            }
        }
    }

    @Test
    void deadDataNode_isReplacedAndItsReturnLeavesNoSurplus() {
        cluster.closedFile(1, 1, BLOCK);
        try (DataNodeProcess one = start("one")) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
        }
        try (DataNodeProcess other = start("other")) {
            AwaitThreads.until(() -> whole() == 0);
            try (DataNodeProcess one = start("one")) {
                AwaitThreads.until(() -> whole() == 1);
                assertThat(cluster.replicas(BLOCK))
                        .extracting(Replica::storage)
                        .containsExactly(cluster.storageOf(one));
            }
            assertThat(other.isServing()).isTrue();
        }
    }

    @Test
    void replicaThatDoesNotFitItsPolicy_movesToAnotherVolume() throws IOException {
        Path disk = directory.resolve("disk");
        Path ssd = directory.resolve("ssd");
        cluster.closedFile(1, 1, BLOCK);
        try (DataNodeProcess one =
                start(List.of(Volume.disk(disk), new Volume(StorageType.SSD, ssd)), storeOfDataNodes)) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
            assertThat(replicaFiles(disk)).hasSize(1);
            cluster.write(tx -> {
                RowLock lock = new RowLock(TestFileSystem.file(1), LockMode.EXCLUSIVE);
                INode file = tx.inodes().lock(List.of(lock)).get(0);
                Attributes attributes = file.attributes();
                tx.inodes()
                        .update(file.withAttributes(attributes.withFeatures(attributes
                                .features()
                                .withStoragePolicy(
                                        StoragePolicies.required("ALL_SSD").number()))));
                new PolicyRequests(tx).put(PolicyRequests.Request.of(file.id()));
            });
            AwaitThreads.until(() -> typesOfReplicas().equals(List.of("SSD")));
            assertThat(replicaFiles(ssd)).hasSize(1);
            assertThat(one.isServing()).isTrue();
        }
        assertThat(replicaFiles(disk)).isEmpty();
    }

    private List<String> typesOfReplicas() {
        List<StorageId> storages =
                cluster.replicas(BLOCK).stream().map(Replica::storage).toList();
        return cluster.dataNodes().stream()
                .flatMap(node -> node.storages().stream())
                .filter(storage -> storages.contains(storage.id()))
                .map(StorageReport::type)
                .toList();
    }

    /** The files of replicas below a directory. */
    private static List<Path> replicaFiles(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(file -> file.getFileName().toString().matches("blk_\\d+"))
                    .toList();
        }
    }

    @Test
    void lossOfOneOfTwoVolumes_isSurvivedAndItsReplicasAreReplaced() throws IOException {
        List<Path> volumes = List.of(directory.resolve("two/a"), directory.resolve("two/b"));
        cluster.closedFile(1, 2, BLOCK);
        try (DataNodeProcess other = start("other")) {
            Path lost;
            try (DataNodeProcess two = start(disks(volumes), storeOfDataNodes)) {
                WrittenReplica.whole(other, cluster, BLOCK);
                WrittenReplica.whole(two, cluster, BLOCK);
                AwaitThreads.until(() -> whole() == 2);
                lost = volumes.get(replicaFiles(volumes.get(0)).isEmpty() ? 1 : 0);
                assertThat(replicaFiles(lost)).hasSize(1);
            }
            // A disk that cannot be read any more: a file is in the directory's place.
            Files.move(lost, directory.resolve("broken"));
            Files.createFile(lost);
            try (DataNodeProcess two = start(disks(volumes), storeOfDataNodes)) {
                AwaitThreads.until(() -> WrittenReplica.exists(two, cluster, BLOCK));
                AwaitThreads.until(() -> whole() == 2);
                assertThat(two.isServing()).isTrue();
            }
        }
    }

    @Test
    void replicaThatRotted_isFoundByTheBlockScanner() throws IOException {
        cluster.closedFile(1, 1, BLOCK);
        Path volume = directory.resolve("one");
        try (DataNodeProcess one = start("one")) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
        }
        Files.write(replicaFiles(volume).get(0), new byte[] {1, 2, 3}, StandardOpenOption.WRITE);
        // The scanner's note of how far it came: without it, it begins anew.
        try (Stream<Path> files = Files.walk(volume)) {
            for (Path cursor : files.filter(
                            file -> file.getFileName().toString().startsWith("scanner.cursor"))
                    .toList()) {
                Files.delete(cursor);
            }
        }
        try (DataNodeProcess one = start("one")) {
            AwaitThreads.until(() ->
                    cluster.replicas(BLOCK).stream().anyMatch(replica -> replica.state() == ReplicaState.CORRUPT));
            assertThat(cluster.dataNodes())
                    .singleElement()
                    .satisfies(node -> assertThat(node.held().count()).isEqualTo(1));
            assertThat(one.isServing()).isTrue();
        }
    }

    @Test
    void rottenReplicaThatIsCopied_isFoundByItsOwnDataNode() throws IOException {
        cluster.closedFile(1, 2, BLOCK);
        try (DataNodeProcess source = start("source");
                DataNodeProcess target = start("target")) {
            cluster.storageOf(target);
            WrittenReplica.whole(source, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
            Files.write(
                    replicaFiles(directory.resolve("source")).get(0), new byte[] {1, 2, 3}, StandardOpenOption.WRITE);
            cluster.write(tx -> tx.work().checkReplication(List.of(BLOCK.id())));
            AwaitThreads.until(() ->
                    cluster.replicas(BLOCK).stream().anyMatch(replica -> replica.state() == ReplicaState.CORRUPT));
            assertThat(WrittenReplica.exists(target, cluster, BLOCK)).isFalse();
        }
    }

    @Test
    void replicaOfNoBlock_isDeletedFromDisk() {
        try (DataNodeProcess one = start("one")) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> !WrittenReplica.exists(one, cluster, BLOCK));
        }
    }

    @Test
    void restart_restoresWhatTheStoreForgot() {
        cluster.closedFile(1, 1, BLOCK);
        try (DataNodeProcess one = start("one")) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
            cluster.write(tx -> tx.replicas().remove(cluster.storageOf(one), List.of(BLOCK.id())));
        }
        try (DataNodeProcess one = start("one")) {
            AwaitThreads.until(() -> whole() == 1);
            assertThat(WrittenReplica.exists(one, cluster, BLOCK)).isTrue();
        }
    }

    @Test
    void outageOfTheStore_losesNoReport() {
        FailingStore store = new FailingStore(storeOfDataNodes);
        cluster.closedFile(1, 1, BLOCK);
        try (DataNodeProcess one = start("one", store)) {
            cluster.storageOf(one);
            store.switchOff();
            WrittenReplica.whole(one, cluster, BLOCK);
            // More than one report makes by itself before it gives up.
            AwaitThreads.until(() -> store.refused() > 30);
            assertThat(whole()).isZero();
            store.switchOn();
            AwaitThreads.until(() -> whole() == 1);
        }
    }

    @Test
    void fileOfALostWriter_isRecoveredAndClosed() {
        LeaseRecovery recovery = new LeaseRecovery(
                new IdSource(cluster.store, Sequence.GENERATION_STAMP, 10),
                LeaseLimits.defaults(),
                Duration.ofSeconds(30),
                InstantSource.system());
        try (DataNodeProcess one = start("one");
                DataNodeProcess other = start("other")) {
            cluster.openFile(1, BLOCK.withLength(0), List.of(cluster.storageOf(one), cluster.storageOf(other)));
            WrittenReplica.open(one, cluster, BLOCK);
            WrittenReplica.open(other, cluster, BLOCK);
            cluster.write(tx -> {
                RowLock lock = new RowLock(TestFileSystem.file(1), LockMode.EXCLUSIVE);
                recovery.release(
                        tx, (RegularFile) tx.inodes().lock(List.of(lock)).get(0));
            });
            AwaitThreads.until(() -> !cluster.inode(1).isUnderConstruction());
            assertThat(cluster.inode(1).length()).isEqualTo(BLOCK.length());
            assertThat(cluster.blockOf(1).isComplete()).isTrue();
            Block recovered = cluster.blockOf(1).block();
            assertThat(recovered.generationStamp()).isGreaterThan(BLOCK.generationStamp());
            // Each DataNode reports its own.
            AwaitThreads.until(() -> cluster.replicas(BLOCK).stream()
                            .filter(replica -> replica.isGoodFor(recovered))
                            .count()
                    == 2);
        }
    }

    @Test
    void cutBlock_isShortenedByItsDataNodesAndTheFileClosed() throws IOException {
        try (DataNodeProcess one = start("one");
                DataNodeProcess other = start("other")) {
            cluster.closedFile(1, 2, BLOCK);
            WrittenReplica.whole(one, cluster, BLOCK);
            WrittenReplica.whole(other, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 2);
            cut(1_234);
            AwaitThreads.until(() -> !cluster.inode(1).isUnderConstruction());
            assertThat(cluster.inode(1).length()).isEqualTo(1_234);
            Block shortened = cluster.blockOf(1).block();
            AwaitThreads.until(() -> cluster.replicas(BLOCK).stream()
                            .filter(replica -> replica.isGoodFor(shortened))
                            .count()
                    == 2);
            assertThat(replicaFiles(directory))
                    .hasSize(2)
                    .allSatisfy(file -> assertThat(file).hasSize(1_234));
        }
    }

    @Test
    void cutThatNoDataNodeHeardOf_isDoneAfterTheirReturn() throws IOException {
        cluster.closedFile(1, 1, BLOCK);
        try (DataNodeProcess one = start("one")) {
            WrittenReplica.whole(one, cluster, BLOCK);
            AwaitThreads.until(() -> whole() == 1);
        }
        cut(7);
        try (DataNodeProcess one = start("one")) {
            AwaitThreads.until(() -> !cluster.inode(1).isUnderConstruction());
            assertThat(cluster.inode(1).length()).isEqualTo(7);
            assertThat(one.isServing()).isTrue();
        }
    }

    private void cut(long length) {
        LeaseRecovery recovery = new LeaseRecovery(
                new IdSource(cluster.store, Sequence.GENERATION_STAMP, 10),
                LeaseLimits.defaults(),
                Duration.ofSeconds(30),
                InstantSource.system());
        cluster.write(tx -> {
            RowLock lock = new RowLock(TestFileSystem.file(1), LockMode.EXCLUSIVE);
            RegularFile file = (RegularFile) tx.inodes().lock(List.of(lock)).get(0);
            recovery.truncate(tx, OpenFile.of(tx, file), length, "127.0.0.1");
        });
    }
}
