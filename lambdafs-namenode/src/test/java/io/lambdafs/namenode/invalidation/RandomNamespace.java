package io.lambdafs.namenode.invalidation;

import io.lambdafs.acl.ModeAndAcl;
import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
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
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.namenode.snapshot.Snapshot;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.jspecify.annotations.Nullable;

/** Fills an empty store with directories and files, closed and written to, straight into its tables. */
final class RandomNamespace {
    static final int BLOCK_SIZE = 100;
    static final List<String> CLIENTS = List.of("client1", "client2");

    /** Some begin like others. */
    static final List<String> NAMES = List.of("a", "ab", "b", "f", "fg", "g");

    static final String ACL_USER = "carol";
    static final String ATTRIBUTE = "given";

    private static final Acl DEFAULTS = new Acl(List.of(
            new AclEntry(Scope.DEFAULT, EntryType.USER, "", 7),
            new AclEntry(Scope.DEFAULT, EntryType.USER, ACL_USER, 7),
            new AclEntry(Scope.DEFAULT, EntryType.GROUP, "", 5),
            new AclEntry(Scope.DEFAULT, EntryType.MASK, "", 7),
            new AclEntry(Scope.DEFAULT, EntryType.OTHER, "", 0)));
    static final String SNAPSHOT = "taken";

    private static final int MAX_DEPTH = 3;
    private static final int STORAGES = 3;
    private static final long LONG_AGO = 1000;

    private final MetadataStore store;
    private final Transaction tx;
    private final RandomGenerator random;

    private RandomNamespace(MetadataStore store, Transaction tx, RandomGenerator random) {
        this.store = store;
        this.tx = tx;
        this.random = random;
    }

    static void fill(MetadataStore store, Transaction tx, RandomGenerator random) {
        RandomNamespace namespace = new RandomNamespace(store, tx, random);
        for (int number = 1; number <= STORAGES; number++) {
            namespace.register(number);
        }
        CLIENTS.forEach(tx.leases()::renew);
        namespace.fill(tx.inodes().get(INodeId.ROOT).orElseThrow(), 1);
    }

    private void register(int number) {
        DataNodeId id = new DataNodeId("dn" + number);
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(9866, 9864, 9867);
        tx.dataNodes().register(new DataNodeRegistration(id, "host" + number, "10.0.0." + number, ports, "3.5.0"));
        StorageReport.Space space = new StorageReport.Space(1 << 30, 0, 1 << 30, 0);
        tx.dataNodes().heartbeat(id, List.of(new StorageReport(storage(number), "DISK", false, space)), 0);
    }

    static StorageId storage(int number) {
        return new StorageId("s" + number);
    }

    private void fill(INode directory, int depth) {
        for (String text : NAMES) {
            INodeKey key = new INodeKey(directory.id(), Name.of(text));
            switch (random.nextInt(4)) {
                case 0 -> {}
                case 1 -> file(key);
                default -> directory(key, depth);
            }
        }
    }

    private void directory(INodeKey key, int depth) {
        if (depth == MAX_DEPTH) {
            file(key);
            return;
        }
        Attributes attributes = featured(new Attributes("alice", "users", new Permission(0755), LONG_AGO, 0), true);
        SnapshotState snapshots = depth == 1 ? snapshots() : SnapshotState.NONE;
        Attributes all = attributes.withFeatures(attributes.features().withSnapshots(snapshots));
        Directory made = new Directory(number(), key, all, random.nextInt(5), random.nextBoolean());
        tx.inodes().insert(made);
        snapshot(made);
        attribute(made);
        if (random.nextInt(3) > 0) {
            fill(made, depth + 1);
        }
    }

    private SnapshotState snapshots() {
        return switch (random.nextInt(4)) {
            case 0 -> SnapshotState.NONE.withSnapshottable(true);
            case 1 -> SnapshotState.NONE.withSnapshottable(true).withLatest(1);
            default -> SnapshotState.NONE;
        };
    }

    /** Each snapshot has the same number, which none would otherwise. */
    private void snapshot(Directory made) {
        SnapshotState state = made.attributes().features().snapshots();
        if (state.snapshottable()) {
            tx.details()
                    .put(new Detail(
                            new DetailKey(
                                    INodeId.NONE,
                                    DetailKind.SNAPSHOTTABLE,
                                    made.id().value()),
                            new byte[0]));
        }
        if (state.latest() > 0) {
            new SnapshotList(tx, made.id()).put(new Snapshot(state.latest(), Name.of(SNAPSHOT), LONG_AGO));
            byte[] number =
                    ByteBuffer.allocate(Integer.BYTES).putInt(state.latest()).array();
            tx.details().put(new Detail(new DetailKey(INodeId.NONE, DetailKind.SNAPSHOT_NUMBER, 0), number));
        }
    }

    /** Some have entries of access control, and some an extended attribute. */
    private Attributes featured(Attributes plain, boolean directory) {
        Features features = Features.NONE;
        if (random.nextBoolean()) {
            ModeAndAcl inherited = ModeAndAcl.inherited(DEFAULTS, plain.permission(), plain.permission(), directory);
            features = features.withAcl(inherited.acl());
        }
        if (random.nextBoolean()) {
            features = features.withXAttrs(new XAttrSummary(1, 1, false));
        }
        if (random.nextBoolean()) {
            features = features.withStoragePolicy(StoragePolicies.HOT.number());
        }
        return plain.withFeatures(features);
    }

    private void attribute(INode made) {
        if (made.attributes().features().hasDetails()) {
            byte[] stored = ByteBuffer.allocate(Long.BYTES + 1 + Integer.BYTES + ATTRIBUTE.length())
                    .putLong(1)
                    .put((byte) XAttrNamespaceProto.USER_VALUE)
                    .putInt(ATTRIBUTE.length())
                    .put(ATTRIBUTE.getBytes(StandardCharsets.UTF_8))
                    .array();
            tx.details().put(new Detail(new DetailKey(made.id(), DetailKind.EXTENDED_ATTRIBUTE, 0), stored));
        }
    }

    private INodeId number() {
        return new INodeId(store.reserve(Sequence.INODE, 1).first());
    }

    private void file(INodeKey key) {
        boolean written = random.nextInt(3) == 0;
        int blocks = random.nextInt(3);
        LeaseHolder holder = written ? new LeaseHolder(CLIENTS.get(random.nextInt(CLIENTS.size())), "127.0.0.1") : null;
        boolean lastIsWritten = written && blocks > 0 && random.nextBoolean();
        RegularFile file = file(key, (long) BLOCK_SIZE * (lastIsWritten ? blocks - 1 : blocks), holder);
        tx.inodes().insert(file);
        attribute(file);
        for (int index = 0; index < blocks; index++) {
            block(file, index, lastIsWritten && index == blocks - 1);
        }
    }

    private RegularFile file(INodeKey key, long length, @Nullable LeaseHolder holder) {
        Attributes attributes =
                featured(new Attributes("alice", "users", new Permission(0644), LONG_AGO, LONG_AGO), false);
        return new RegularFile(number(), key, attributes, 2, BLOCK_SIZE, length, holder);
    }

    private void block(RegularFile file, int index, boolean written) {
        BlockId id = new BlockId(store.reserve(Sequence.BLOCK, 1).first());
        Block block = new Block(id, 1000, written ? 0 : BLOCK_SIZE);
        BlockState state = written ? BlockState.UNDER_CONSTRUCTION : BlockState.COMPLETE;
        tx.blocks()
                .insert(new BlockInfo(
                        block, file.id(), index, state, 0, written ? List.of(storage(1), storage(2)) : List.of()));
        for (int number = 1; number <= 2; number++) {
            tx.replicas()
                    .put(List.of(new Replica(
                            id, storage(number), block.generationStamp(), BLOCK_SIZE, ReplicaState.FINALIZED)));
        }
    }
}
