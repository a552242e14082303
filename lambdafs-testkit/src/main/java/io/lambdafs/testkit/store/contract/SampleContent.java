package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Encryption;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A small file system that has rows of every kind, written through the port, and the check that a store has it.
 *
 * <p>The same content can be looked for in another store to which it was moved.
 */
public final class SampleContent {
    /** Among so many deployments the content is divided. */
    public static final int DEPLOYMENTS = 5;

    private static final int FILES_PER_TRANSACTION = 250;
    private static final String WRITER = "DFSClient_ünder-construction";
    private static final DataNodeId NODE = new DataNodeId("node-1");
    private static final DataNodeId OTHER_NODE = new DataNodeId("node-10");
    private static final StorageId STORAGE = new StorageId("DS-a");
    private static final StorageId OTHER_STORAGE = new StorageId("DS-B");
    private static final Features FEATURES = new Features(
                    new Acl(List.of(new AclEntry(Scope.DEFAULT, EntryType.USER, "ann", 5))),
                    2,
                    new XAttrSummary(3, 4, false))
            .withSnapshots(new SnapshotState(false, 7, 5, true, List.of(new Witness(new INodeId(99_999), 6))))
            .withSubtree(
                    new SubtreeMark("preset: posix\n", Long.MAX_VALUE, true, "änn (job on host)", 1_700_000_000_123L))
            .withEncryption(new Encryption(new byte[] {0, -1, 7}));

    private final RequestId request = new RequestId(new UUID(-5, 7), 3);
    private final List<RegularFile> files = new ArrayList<>();
    private final List<BlockInfo> blocks = new ArrayList<>();
    private long used;

    /** Fills an empty store with so many files and everything else. */
    public void fill(MetadataStore store, int count) {
        store.deployments(DEPLOYMENTS);
        WriterId writer = store.registerWriter("sample");
        long firstInode = store.reserve(Sequence.INODE, count + 2).first();
        long firstBlock = store.reserve(Sequence.BLOCK, count + 1).first();
        used = firstInode + count + 1;
        Directory directory = new Directory(
                new INodeId(firstInode),
                key(INodeId.ROOT, "dír"),
                new Attributes("ann", "staff", new Permission(01750), 17, 0, FEATURES),
                count,
                true);
        try (Transaction tx = store.beginWrite(writer, request)) {
            tx.inodes().insert(directory);
            details(directory.id()).forEach(tx.details()::put);
            tx.recordOutcome("done".getBytes(StandardCharsets.UTF_8));
            tx.commit();
        }
        for (int from = 0; from < count; from += FILES_PER_TRANSACTION) {
            try (Transaction tx = store.beginWrite(writer)) {
                for (int i = from; i < Math.min(count, from + FILES_PER_TRANSACTION); i++) {
                    insertFile(tx, directory.id(), firstInode + 1 + i, firstBlock + i, i);
                }
                tx.commit();
            }
        }
        fillRest(store, writer);
    }

    private static List<Detail> details(INodeId inode) {
        return Stream.of(0L, 1L, Long.MAX_VALUE)
                .map(label -> new Detail(
                        new DetailKey(inode, DetailKind.EXTENDED_ATTRIBUTE, label),
                        ("vàlue " + label).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private void insertFile(Transaction tx, INodeId parent, long id, long block, int i) {
        RegularFile file = new RegularFile(
                new INodeId(id),
                key(parent, "file-" + (i * 7919 % 100_003)),
                new Attributes("bob", "staff", new Permission(0640), 1_700_000_000_123L + i, i),
                2,
                1 << 20,
                100 + i,
                i == 0 ? new LeaseHolder(WRITER, "host") : null);
        BlockInfo info = new BlockInfo(
                new Block(new BlockId(block), 1001 + i, 100 + i),
                file.id(),
                0,
                i == 0 ? BlockState.UNDER_RECOVERY : BlockState.COMPLETE,
                i == 0 ? 9 : 0,
                i == 0 ? List.of(STORAGE, OTHER_STORAGE) : List.of());
        tx.inodes().insert(file);
        tx.blocks().insert(info);
        files.add(file);
        blocks.add(info);
    }

    private void fillRest(MetadataStore store, WriterId writer) {
        try (Transaction tx = store.beginWrite(writer)) {
            tx.dataNodes().register(node(NODE, 1));
            tx.dataNodes().register(node(OTHER_NODE, 2));
            tx.dataNodes().heartbeat(NODE, List.of(storage(OTHER_STORAGE), storage(STORAGE)), 4);
            tx.dataNodes().noteReport(NODE, 12);
            tx.leases().renew(WRITER);
            tx.roles().acquire("housekeeper", "somebody", Duration.ofMillis(1));
            tx.commit();
        }
        List<Replica> replicas = new ArrayList<>();
        for (BlockInfo block : blocks) {
            replicas.add(replica(block, STORAGE, ReplicaState.FINALIZED));
            replicas.add(replica(block, OTHER_STORAGE, ReplicaState.CORRUPT));
        }
        for (int from = 0; from < replicas.size(); from += FILES_PER_TRANSACTION) {
            try (Transaction tx = store.beginWrite(writer)) {
                tx.replicas().put(replicas.subList(from, Math.min(replicas.size(), from + FILES_PER_TRANSACTION)));
                tx.commit();
            }
        }
        try (Transaction tx = store.beginWrite(writer)) {
            tx.work().checkReplication(List.of(block(0).id(), block(1).id()));
            tx.work().dueForReplication(Duration.ZERO, 10);
            tx.work().checkReplication(List.of(block(1).id()));
            tx.work().noteFlaws(Map.of(block(1).id(), Set.of(BlockFlaw.CORRUPT_REPLICA, BlockFlaw.LOW_REDUNDANCY)));
            commands().forEach(command -> tx.work().send(STORAGE, List.of(command)));
            tx.commit();
        }
    }

    private List<DataNodeCommand> commands() {
        Block block = block(0).block();
        return List.of(
                new DataNodeCommand.Transfer(block, List.of(OTHER_STORAGE)),
                new DataNodeCommand.Invalidate(block),
                new DataNodeCommand.Recover(block, 77, List.of(STORAGE, OTHER_STORAGE)),
                new DataNodeCommand.Truncate(block, 78, List.of(OTHER_STORAGE, STORAGE)),
                new DataNodeCommand.Verify(block),
                new DataNodeCommand.Throttle(79));
    }

    private BlockInfo block(int i) {
        return blocks.get(i);
    }

    /** Checks that a store that is open as a file system has this content, by way of every index. Changes the content. */
    public void requireIn(MetadataStore store) {
        assertThat(store.deployments(99)).isEqualTo(DEPLOYMENTS);
        assertThat(store.reserve(Sequence.INODE, 1).first()).isGreaterThan(used);
        assertThat(store.writers()).isEmpty();
        try (Transaction tx = store.beginRead()) {
            requireNamespace(tx);
            requireBlocks(tx);
            assertThat(tx.leases().age(WRITER)).isPresent();
            assertThat(tx.leases().expired(Duration.ZERO, 10)).containsExactly(WRITER);
            assertThat(tx.dataNodes().all()).extracting(node -> node.id()).containsExactly(NODE, OTHER_NODE);
            assertThat(tx.dataNodes().all().get(0).storages())
                    .extracting(StorageReport::id)
                    .containsExactlyInAnyOrder(STORAGE, OTHER_STORAGE);
            assertThat(tx.dataNodes().all().get(0).held().count()).isEqualTo(12);
        }
        requireWork(store);
    }

    private void requireNamespace(Transaction tx) {
        RegularFile last = files.get(files.size() - 1);
        List<INode> met = tx.inodes().resolve(List.of(Name.of("dír"), last.name()));
        assertThat(met).hasSize(3).last().isEqualTo(last);
        assertThat(((Directory) met.get(1)).children()).isEqualTo(files.size());
        assertThat(met.get(1).attributes().features()).isEqualTo(FEATURES);
        INodeId directory = met.get(1).id();
        assertThat(tx.details().of(directory, DetailKind.EXTENDED_ATTRIBUTE, 0, 10))
                .isEqualTo(details(directory));
        assertThat(tx.inodes().get(last.id())).contains(last);
        assertThat(tx.inodes().count()).isEqualTo(files.size() + 2);
        assertThat(tx.inodes().writtenBy(WRITER, INodeId.NONE, 10)).containsExactly(files.get(0));
    }

    private void requireBlocks(Transaction tx) {
        assertThat(tx.blocks().ofFiles(List.of(files.get(0).id()))).containsExactly(block(0));
        assertThat(tx.blocks().get(List.of(block(1).id()))).containsExactly(block(1));
        assertThat(tx.blocks().count()).isEqualTo(blocks.size());
        assertThat(tx.replicas().ofBlocks(List.of(block(1).id())))
                .containsExactlyInAnyOrder(
                        replica(block(1), STORAGE, ReplicaState.FINALIZED),
                        replica(block(1), OTHER_STORAGE, ReplicaState.CORRUPT));
        assertThat(tx.replicas().onStorage(OTHER_STORAGE, new BlockId(0), 2))
                .extracting(Replica::block)
                .containsExactly(block(0).id(), block(1).id());
    }

    private void requireWork(MetadataStore store) {
        WriterId writer = store.registerWriter("after the move");
        try (Transaction tx = store.beginWrite(writer, request)) {
            assertThat(tx.priorOutcome())
                    .hasValueSatisfying(
                            outcome -> assertThat(outcome).isEqualTo("done".getBytes(StandardCharsets.UTF_8)));
            assertThat(tx.work().replicationQueueLength()).isEqualTo(2);
            assertThat(tx.work().withFlaw(BlockFlaw.CORRUPT_REPLICA, new BlockId(0), 10))
                    .containsExactly(block(1).id());
            // The block that was looked at is not due for a day; the other one, at which nobody has looked, is.
            assertThat(tx.work().dueForReplication(Duration.ofDays(1), 10)).containsExactly(block(1).id());
            assertThat(tx.work().take(NODE, 10)).isEqualTo(commands());
            assertThat(tx.roles().acquire("housekeeper", "somebody else", Duration.ofSeconds(1)))
                    .isTrue();
            tx.work().send(STORAGE, commands());
            tx.commit();
        }
    }

    private static INodeKey key(INodeId parent, String name) {
        return new INodeKey(parent, Name.of(name));
    }

    private static Replica replica(BlockInfo block, StorageId storage, ReplicaState state) {
        return new Replica(block.id(), storage, block.block().generationStamp(), 100, state);
    }

    private static DataNodeRegistration node(DataNodeId id, int number) {
        return new DataNodeRegistration(
                id, "host-" + number, "10.0.0." + number, new DataNodeRegistration.Ports(1, 2, 3), "3.5.0");
    }

    private static StorageReport storage(StorageId id) {
        return new StorageReport(id, "DISK", false, new StorageReport.Space(100, 50, 40, 30));
    }
}
