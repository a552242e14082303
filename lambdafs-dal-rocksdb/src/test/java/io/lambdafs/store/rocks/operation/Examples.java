package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.HeldBlocks;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.engine.CommittedAnnouncement;
import io.lambdafs.store.rocks.engine.CommittedChange;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** An argument and a result of each operation. */
final class Examples {
    /** What an operation may be asked and may answer. */
    record Example<A, R>(EngineAction<A, R> operation, A argument, R result) {}

    static final INodeKey KEY = new INodeKey(INodeId.ROOT, Name.of("näme"));
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 2);
    private static final Directory DIRECTORY = new Directory(new INodeId(20_000), KEY, ATTRIBUTES, 7, true);
    private static final Detail DETAIL =
            new Detail(new DetailKey(new INodeId(9), DetailKind.EXTENDED_ATTRIBUTE, 4), new byte[] {1, -1});
    private static final RegularFile FILE = new RegularFile(
            new INodeId(20_001), KEY, ATTRIBUTES, 3, 1L << 27, 12_345, new LeaseHolder("client", "host"));
    private static final RegularFile CLOSED = FILE.closed();
    private static final List<INodeId> INODE_IDS = List.of(DIRECTORY.id(), FILE.id());
    private static final List<INode> INODES = List.of(DIRECTORY, FILE, CLOSED);

    private static final BlockId BLOCK_ID = new BlockId(1L << 30);
    private static final List<BlockId> BLOCK_IDS = List.of(BLOCK_ID, new BlockId(-5));
    private static final StorageId STORAGE = new StorageId("DS-1");
    private static final Block BLOCK = new Block(BLOCK_ID, 1001, 77);
    private static final BlockInfo BLOCK_INFO =
            new BlockInfo(BLOCK, FILE.id(), 2, BlockState.UNDER_RECOVERY, 1002, List.of(STORAGE));
    private static final Replica REPLICA = new Replica(BLOCK_ID, STORAGE, 1001, 77, ReplicaState.CORRUPT);

    private static final DataNodeId NODE = new DataNodeId("node");
    private static final StorageReport REPORT =
            new StorageReport(STORAGE, "DISK", true, new StorageReport.Space(4, 3, 2, 1));
    private static final DataNodeRegistration REGISTRATION =
            new DataNodeRegistration(NODE, "host", "127.0.0.1", new DataNodeRegistration.Ports(1, 2, 3), "3.5.0");
    private static final DataNodeDescriptor DESCRIPTOR = new DataNodeDescriptor(
            REGISTRATION, List.of(REPORT), Duration.ofMillis(-3), 4, new HeldBlocks(5, Duration.ofMinutes(6)));
    private static final DataNodeDescriptor SILENT =
            new DataNodeDescriptor(REGISTRATION, List.of(), Duration.ofDays(1), 0);

    private static final Duration TIME = Duration.ofSeconds(3, 4);
    private static final RequestId REQUEST = new RequestId(new UUID(1, -2), 3);
    private static final WriterId WRITER = new WriterId(9);

    private Examples() {}

    static List<Example<?, ?>> all() {
        return Stream.of(
                        engine(),
                        inodes(),
                        blocks(),
                        replicas(),
                        dataNodes(),
                        leases(),
                        work(),
                        others(),
                        VolumeExamples.all())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Example<?, ?>> engine() {
        CommittedChange change = new CommittedChange(
                5, 6, List.of(new CommittedChange.Row(Table.BLOCKS, Bytes.owning(new byte[] {1}), Bytes.EMPTY, true)));
        return List.of(
                new Example<>(EngineOperations.IDENTITY, Done.DONE, new ClusterIdentity(1, "CID-2", "BP-3", 4)),
                new Example<>(EngineOperations.REGISTER, "label", WRITER),
                new Example<>(EngineOperations.FENCE, new EngineOperations.Fencing(WRITER, TIME), WRITER),
                new Example<>(EngineOperations.WRITERS, true, List.of(new Writer(WRITER, "label"))),
                new Example<>(
                        EngineOperations.RESERVE,
                        new EngineOperations.Reservation(Sequence.BLOCK, 5, Long.MIN_VALUE),
                        new IdRange(6, 5)),
                new Example<>(EngineOperations.DEPLOYMENTS, 4, 5),
                new Example<>(EngineOperations.CHANGE_DEPLOYMENTS, new EngineOperations.Redeployment(0, 4), false),
                new Example<>(EngineOperations.FEED_RANGE_OF, Done.DONE, new FeedRange(1, 2)),
                new Example<>(EngineOperations.FEED, new EngineOperations.FeedPart(3, 4), List.of(change)),
                new Example<>(
                        EngineOperations.ANNOUNCED,
                        new EngineOperations.FeedPart(3, 4),
                        List.of(
                                new CommittedAnnouncement(5, 6, Bytes.owning(new byte[] {7, 8})),
                                new CommittedAnnouncement(6, 7, Bytes.EMPTY))),
                new Example<>(
                        EngineOperations.FIGURES,
                        Done.DONE,
                        List.of(StoreFigure.bytes("log", 5), StoreFigure.count("batches", 6))),
                new Example<>(EngineOperations.BACK_UP, "/backup", 7L));
    }

    private static List<Example<?, ?>> inodes() {
        INodeOperations.Listing listing = new INodeOperations.Listing(INodeId.ROOT, Name.of("a"), 10_000);
        return List.of(
                new Example<>(INodeOperations.RESOLVE, List.of(Name.of("a"), Name.of("b")), INODES),
                new Example<>(INodeOperations.GET, FILE.id(), Optional.of(FILE)),
                new Example<>(INodeOperations.GET, FILE.id(), Optional.empty()),
                new Example<>(INodeOperations.GET_ALL, INODE_IDS, INODES),
                new Example<>(INodeOperations.FIND, List.of(KEY), INODES),
                new Example<>(INodeOperations.LOCK, List.of(new RowLock(FILE.id(), LockMode.SHARED)), INODES),
                new Example<>(INodeOperations.CHILDREN, listing, List.of()),
                new Example<>(INodeOperations.CHILDREN_OF_ALL, new INodeOperations.Listings(INODE_IDS, KEY, 0), INODES),
                new Example<>(INodeOperations.HAS_CHILDREN, INodeId.ROOT, true),
                new Example<>(INodeOperations.COUNT_CHILDREN, listing, 6),
                new Example<>(INodeOperations.INSERT, FILE, Done.DONE),
                new Example<>(INodeOperations.UPDATE, DIRECTORY, Done.DONE),
                new Example<>(INodeOperations.DELETE, INODE_IDS, Done.DONE),
                new Example<>(
                        INodeOperations.WRITTEN_BY, new INodeOperations.Written("client", FILE.id(), 5), List.of(FILE)),
                new Example<>(INodeOperations.COUNT, Done.DONE, 1L << 40));
    }

    private static List<Example<?, ?>> blocks() {
        return List.of(
                new Example<>(BlockOperations.OF_FILES, INODE_IDS, List.of(BLOCK_INFO)),
                new Example<>(
                        BlockOperations.OF_FILE, new BlockOperations.Part(FILE.id(), 2, 600), List.of(BLOCK_INFO)),
                new Example<>(BlockOperations.GET, BLOCK_IDS, List.of(BLOCK_INFO.complete())),
                new Example<>(BlockOperations.INSERT, BLOCK_INFO, Done.DONE),
                new Example<>(BlockOperations.UPDATE, BLOCK_INFO, Done.DONE),
                new Example<>(BlockOperations.UPDATE_ALL, List.of(BLOCK_INFO), Done.DONE),
                new Example<>(BlockOperations.DELETE, BLOCK_IDS, Done.DONE),
                new Example<>(BlockOperations.DELETE_OF_FILES, INODE_IDS, Done.DONE),
                new Example<>(BlockOperations.COUNT, Done.DONE, 3L));
    }

    private static List<Example<?, ?>> replicas() {
        return List.of(
                new Example<>(ReplicaOperations.OF_BLOCKS, BLOCK_IDS, List.of(REPLICA)),
                new Example<>(
                        ReplicaOperations.ON_STORAGE,
                        new ReplicaOperations.OnStorage(STORAGE, BLOCK_ID, 4),
                        List.of(REPLICA)),
                new Example<>(ReplicaOperations.PUT, List.of(REPLICA), Done.DONE),
                new Example<>(ReplicaOperations.REMOVE, new ReplicaOperations.Removal(STORAGE, BLOCK_IDS), Done.DONE),
                new Example<>(ReplicaOperations.REMOVE_SOME, new ReplicaOperations.Some(STORAGE, 4), BLOCK_IDS));
    }

    private static List<Example<?, ?>> dataNodes() {
        return List.of(
                new Example<>(DataNodeOperations.ALL, Done.DONE, List.of(DESCRIPTOR, SILENT)),
                new Example<>(DataNodeOperations.REGISTER, REGISTRATION, Done.DONE),
                new Example<>(
                        DataNodeOperations.HEARTBEAT, new DataNodeOperations.Heartbeat(NODE, List.of(REPORT), 4), true),
                new Example<>(DataNodeOperations.NOTE_REPORT, new DataNodeOperations.Count(NODE, 5), Done.DONE),
                new Example<>(DataNodeOperations.NOTE_REPLICAS, new DataNodeOperations.Count(NODE, 5), Done.DONE),
                new Example<>(DataNodeOperations.REMOVE, NODE, Done.DONE));
    }

    private static List<Example<?, ?>> leases() {
        return List.of(
                new Example<>(LeaseOperations.RENEW, "client", Done.DONE),
                new Example<>(LeaseOperations.AGE, "client", Optional.of(TIME)),
                new Example<>(LeaseOperations.EXPIRED, new LeaseOperations.Expired(TIME, 4), List.of("client")),
                new Example<>(LeaseOperations.REMOVE, new LeaseOperations.Removal("client", TIME), Done.DONE));
    }

    private static List<Example<?, ?>> work() {
        List<DataNodeCommand> commands = List.of(
                new DataNodeCommand.Invalidate(BLOCK),
                new DataNodeCommand.Verify(BLOCK),
                new DataNodeCommand.Transfer(BLOCK, List.of(STORAGE)),
                new DataNodeCommand.Recover(BLOCK, 1003, List.of(STORAGE, STORAGE)),
                new DataNodeCommand.Truncate(BLOCK, 1004, List.of(STORAGE, STORAGE)),
                new DataNodeCommand.Throttle(1005));
        Map<BlockId, Set<BlockFlaw>> flaws =
                Map.of(BLOCK_ID, Set.of(BlockFlaw.MISSING, BlockFlaw.CORRUPT_REPLICA), new BlockId(-5), Set.of());
        return List.of(
                new Example<>(WorkOperations.CHECK_REPLICATION, BLOCK_IDS, Done.DONE),
                new Example<>(WorkOperations.DUE_FOR_REPLICATION, new WorkOperations.Due(TIME, 4), BLOCK_IDS),
                new Example<>(WorkOperations.REPLICATION_DONE, BLOCK_IDS, Done.DONE),
                new Example<>(WorkOperations.NOTE_FLAWS, flaws, Done.DONE),
                new Example<>(WorkOperations.COUNT_FLAWS, Done.DONE, Map.of(BlockFlaw.MISSING, 4L)),
                new Example<>(
                        WorkOperations.WITH_FLAW,
                        new WorkOperations.WithFlaw(BlockFlaw.LOW_REDUNDANCY, BLOCK_ID, 4),
                        BLOCK_IDS),
                new Example<>(WorkOperations.REPLICATION_QUEUE_LENGTH, Done.DONE, 4L),
                new Example<>(WorkOperations.PENDING_DELETIONS, Done.DONE, 4L),
                new Example<>(WorkOperations.SEND, new WorkOperations.Sending(STORAGE, commands), Done.DONE),
                new Example<>(WorkOperations.TAKE, new WorkOperations.Taking(NODE, 4), commands));
    }

    private static List<Example<?, ?>> others() {
        Opening opening = new Opening(
                Optional.of(REQUEST),
                List.of(new KeyLock(KEY, LockMode.EXCLUSIVE)),
                Optional.of(KEY),
                Optional.of("client"));
        Prefetched prefetched = new Prefetched(
                5,
                Optional.empty(),
                Map.of(KEY, new Prefetched.Locked(LockMode.EXCLUSIVE, Optional.of(FILE))),
                Map.of(FILE.id(), List.of(BLOCK_INFO)),
                Map.of("client", Optional.of(TIME)));
        return List.of(
                new Example<>(RoleOperations.ACQUIRE, new RoleOperations.Acquisition("role", "owner", TIME), true),
                new Example<>(RoleOperations.HOLD, new RoleOperations.Owned("role", "owner"), false),
                new Example<>(RoleOperations.RELEASE, new RoleOperations.Owned("role", "owner"), Done.DONE),
                new Example<>(DetailOperations.OF, new DetailOperations.Part(DETAIL.key(), 5), List.of(DETAIL)),
                new Example<>(DetailOperations.GET, List.of(DETAIL.key()), List.of(DETAIL)),
                new Example<>(DetailOperations.LOCK, List.of(DETAIL.key()), List.of()),
                new Example<>(DetailOperations.PUT, DETAIL, Done.DONE),
                new Example<>(DetailOperations.DELETE, List.of(DETAIL.key()), Done.DONE),
                new Example<>(DetailOperations.DELETE_OF, List.of(FILE.id()), Done.DONE),
                new Example<>(OutcomeOperations.PURGE, new OutcomeOperations.Purge(TIME, 4), 3),
                new Example<>(
                        OutcomeOperations.RECORD,
                        new OutcomeOperations.Recorded(REQUEST, Bytes.owning(new byte[] {1, 2, 3})),
                        Done.DONE),
                new Example<>(TransactionOperations.OPEN, opening, prefetched),
                new Example<>(TransactionOperations.NOTHING, Done.DONE, Done.DONE),
                new Example<>(TransactionOperations.ANNOUNCE, new byte[] {1, 0, -1}, Done.DONE),
                new Example<>(TransactionOperations.NOW, Done.DONE, 4L));
    }
}
