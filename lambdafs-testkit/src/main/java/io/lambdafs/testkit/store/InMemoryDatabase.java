package io.lambdafs.testkit.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageReport;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.move.MoveMark;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What several {@link InMemoryMetadataStore}s, as of several processes, have in common: the committed data and the locks.
 *
 * <p>Everything in it is used by one at a time, as the {@link DatabaseTurns} see to.
 */
public final class InMemoryDatabase {
    private static final int CHANGES_KEPT = 10_000;

    private final InstantSource clock;

    final DatabaseTurns turns;
    final InMemoryLocks locks;
    final Set<InMemoryTransaction> open = new LinkedHashSet<>();
    final Map<WriterId, WriterRow> writers = new LinkedHashMap<>();
    final Map<Sequence, Long> sequences = new EnumMap<>(Sequence.class);
    final InMemoryChangeFeed feed;
    ClusterIdentity identity;
    OptionalInt deployments = OptionalInt.empty();
    Optional<String> movedTo = Optional.empty();
    Optional<MoveMark> mark = Optional.empty();
    long lastWriter;
    long lastCommand;

    final InMemoryTable<INodeId, INode> inodes = new InMemoryTable<>();
    final InMemoryTable<INodeKey, INodeId> inodesByKey = new InMemoryTable<>();
    final InMemoryTable<PairKey<String, INodeId>, INodeId> inodesByClient = new InMemoryTable<>();
    final InMemoryTable<BlockId, BlockInfo> blocks = new InMemoryTable<>();
    final InMemoryTable<PairKey<INodeId, Integer>, BlockId> blocksByFile = new InMemoryTable<>();
    final InMemoryTable<PairKey<BlockId, String>, Replica> replicas = new InMemoryTable<>();
    final InMemoryTable<PairKey<String, BlockId>, Replica> replicasByStorage = new InMemoryTable<>();
    final InMemoryTable<String, DataNodeRow> dataNodes = new InMemoryTable<>();
    final InMemoryTable<String, String> dataNodesByStorage = new InMemoryTable<>();
    final InMemoryTable<String, Instant> leases = new InMemoryTable<>();
    final InMemoryTable<BlockId, Optional<Instant>> replicationQueue = new InMemoryTable<>();
    final InMemoryTable<BlockId, Integer> flaws = new InMemoryTable<>();
    final InMemoryTable<String, ReportRow> reports = new InMemoryTable<>();
    final InMemoryTable<PairKey<String, Long>, DataNodeCommand> commands = new InMemoryTable<>();
    final InMemoryTable<String, RoleRow> roles = new InMemoryTable<>();
    final InMemoryTable<String, OutcomeRow> outcomes = new InMemoryTable<>();
    final InMemoryTable<DetailKey, Detail> details = new InMemoryTable<>();

    /** An empty file system, whose times are of this clock. */
    public InMemoryDatabase(InstantSource clock) {
        this(clock, new MonitorTurns());
    }

    /** The same with a change feed that keeps so many transactions. */
    public InMemoryDatabase(InstantSource clock, int changesKept) {
        this(clock, new MonitorTurns(), changesKept);
    }

    /** The same for users who take turns in a way of their own. */
    public InMemoryDatabase(InstantSource clock, DatabaseTurns turns) {
        this(clock, turns, CHANGES_KEPT);
    }

    private InMemoryDatabase(InstantSource clock, DatabaseTurns turns, int changesKept) {
        this(clock, turns, changesKept, identity(clock.millis()));
        long now = clock.millis();
        INodeKey key = new INodeKey(INodeId.NONE, Name.EMPTY);
        Attributes attributes = new Attributes("hdfs", "supergroup", new Permission(0755), now, 0);
        inodes.rows.put(INodeId.ROOT, new Directory(INodeId.ROOT, key, attributes));
        inodesByKey.rows.put(key, INodeId.ROOT);
        sequences.put(Sequence.INODE, INodeId.FIRST_FREE.value());
        sequences.put(Sequence.BLOCK, BlockId.FIRST_FREE.value());
        sequences.put(Sequence.GENERATION_STAMP, 1001L);
    }

    private InMemoryDatabase(InstantSource clock, DatabaseTurns turns, int changesKept, ClusterIdentity identity) {
        this.clock = clock;
        this.turns = turns;
        this.identity = identity;
        locks = new InMemoryLocks(turns);
        feed = new InMemoryChangeFeed(changesKept);
    }

    private static ClusterIdentity identity(long now) {
        return new ClusterIdentity(1, "CID-in-memory", "BP-1-127.0.0.1-" + now, now);
    }

    /** Refuses to be used as a file system while a move is under way or after its content was moved away. */
    void requireNotMoving() {
        mark.ifPresent(of -> {
            throw MovableStores.refusal(of);
        });
        movedTo.ifPresent(to -> {
            throw MovableStores.refusal(to);
        });
    }

    Instant now() {
        return clock.instant();
    }

    /** Runs this while nobody else uses the database, except while it waits for a lock. */
    <T> T exclusively(Supplier<T> action) {
        return turns.exclusively(action);
    }

    /** A database of its own with what is committed in this one now, at a time that stands still; nobody writes to it. */
    public InMemoryDatabase snapshot() {
        return exclusively(() -> {
            Instant then = now();
            InMemoryDatabase copy = new InMemoryDatabase(() -> then, new MonitorTurns(), CHANGES_KEPT, identity);
            copy.sequences.putAll(sequences);
            List<InMemoryTable<?, ?>> from = tables();
            List<InMemoryTable<?, ?>> to = copy.tables();
            for (int i = 0; i < from.size(); i++) {
                to.get(i).copy(from.get(i));
            }
            return copy;
        });
    }

    private List<InMemoryTable<?, ?>> tables() {
        return List.of(
                inodes,
                inodesByKey,
                inodesByClient,
                blocks,
                blocksByFile,
                replicas,
                replicasByStorage,
                dataNodes,
                dataNodesByStorage,
                leases,
                replicationQueue,
                flaws,
                reports,
                commands,
                roles,
                outcomes,
                details);
    }

    /** The committed inodes. */
    public List<INode> inodes() {
        return exclusively(() -> List.copyOf(inodes.rows.values()));
    }

    /** The committed blocks. */
    public List<BlockInfo> blocks() {
        return exclusively(() -> List.copyOf(blocks.rows.values()));
    }

    /** Whether no writing transaction is open and no row is locked. */
    public boolean isQuiet() {
        return exclusively(() -> {
            List.copyOf(open).forEach(InMemoryTransaction::endIfExpired);
            return open.isEmpty() && locks.isEmpty();
        });
    }

    /** A registered writer. */
    record WriterRow(String label, boolean fenced) {}

    /** How many replicas a DataNode has, and when it reported all of them. */
    record ReportRow(long replicas, Instant reported) {}

    /** A DataNode as it registered, and what its last heartbeat said. */
    record DataNodeRow(
            DataNodeRegistration registration, List<StorageReport> storages, Instant heard, int activeTransfers) {}

    /** The owner of a role, and the time until which it holds the role. */
    record RoleRow(String owner, Instant until) {}

    /** What became of a request, and when. */
    @SuppressWarnings("ArrayRecordComponent")
    record OutcomeRow(byte[] outcome, Instant at) {}
}
