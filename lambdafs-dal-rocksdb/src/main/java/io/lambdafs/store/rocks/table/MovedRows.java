package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.rocks.engine.Counter;
import io.lambdafs.store.rocks.engine.OfflineTables;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.wire.RequestId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** The rows as rows of no store, and the other way round, while no engine runs. */
public final class MovedRows {
    private static final int PAGE = 10_000;
    private static final long NEVER = Long.MIN_VALUE;
    private static final byte[] NOTHING = {};
    private static final Map<MoveTable, Table> TABLES = new EnumMap<>(Map.ofEntries(
            Map.entry(MoveTable.INODES, Table.INODES),
            Map.entry(MoveTable.DETAILS, Table.DETAILS),
            Map.entry(MoveTable.BLOCKS, Table.BLOCKS),
            Map.entry(MoveTable.REPLICAS, Table.REPLICAS),
            Map.entry(MoveTable.DATA_NODES, Table.DATA_NODES),
            Map.entry(MoveTable.LEASES, Table.LEASES),
            Map.entry(MoveTable.REPLICATION_QUEUE, Table.REPLICATION_QUEUE),
            Map.entry(MoveTable.FLAWS, Table.FLAWS),
            Map.entry(MoveTable.COMMANDS, Table.COMMANDS),
            Map.entry(MoveTable.ROLES, Table.ROLES),
            Map.entry(MoveTable.OUTCOMES, Table.OUTCOMES)));

    private final OfflineTables rows;
    private final DataNodeRows dataNodes;

    public MovedRows(OfflineTables rows) {
        this.rows = rows;
        dataNodes = new DataNodeRows(rows);
    }

    private static Table stored(MoveTable table) {
        return TABLES.getOrDefault(table, Table.META);
    }

    /** The number of rows, by looking at all of them where nobody counts. */
    public long count(MoveTable table) {
        return switch (table) {
            case INODES -> rows.count(Counter.INODES);
            case BLOCKS -> rows.count(Counter.BLOCKS);
            case REPLICATION_QUEUE -> rows.count(Counter.REPLICATION_QUEUE);
            default -> scanned(stored(table));
        };
    }

    private long scanned(Table table) {
        long count = 0;
        Bytes from = Bytes.EMPTY;
        List<Entry> page;
        do {
            page = rows.scan(table, from, Bytes.EMPTY, PAGE);
            count += page.size();
            from = page.isEmpty() ? from : page.get(page.size() - 1).key().next();
        } while (!page.isEmpty());
        return count;
    }

    /** Up to so many rows after a key, in the order of the keys. */
    public List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit) {
        Bytes from = after.map(key -> key(table, key).next()).orElse(Bytes.EMPTY);
        return rows.scan(stored(table), from, Bytes.EMPTY, limit).stream()
                .map(entry -> row(table, entry))
                .toList();
    }

    private static Bytes key(MoveTable table, MoveKey key) {
        Encoder out = new Encoder();
        return switch (table) {
            case INODES -> out.putLong(key.first()).putRest(key.toBytes()).bytes();
            case DETAILS -> Keys.of(MoveRow.DetailRow.detail(key));
            case BLOCKS, REPLICAS, REPLICATION_QUEUE, FLAWS ->
                out.putOrdered(key.first()).putRest(key.toBytes()).bytes();
            case DATA_NODES, LEASES, ROLES -> Bytes.owning(key.toBytes());
            case COMMANDS -> out.putBytes(key.toBytes()).putOrdered(key.last()).bytes();
            case OUTCOMES -> OutcomeRows.key(MoveRow.OutcomeRow.request(key));
        };
    }

    private MoveRow row(MoveTable table, Entry entry) {
        return switch (table) {
            case INODES -> new MoveRow.INodeRow(INodeCodec.decode(Keys.inodeKey(entry.key()), entry.value()));
            case DETAILS -> new MoveRow.DetailRow(DetailRows.decode(entry));
            case BLOCKS -> new MoveRow.BlockRow(BlockCodec.block(entry.value()));
            case REPLICAS -> new MoveRow.ReplicaRow(BlockCodec.replica(entry.value()));
            case DATA_NODES -> dataNodes.moved(entry.value());
            case LEASES -> new MoveRow.LeaseRow(Keys.text(entry.key()), time(entry));
            case REPLICATION_QUEUE ->
                new MoveRow.QueuedBlockRow(
                        Keys.block(entry.key()),
                        time(entry) == NEVER ? OptionalLong.empty() : OptionalLong.of(time(entry)));
            case FLAWS ->
                new MoveRow.FlawRow(
                        Keys.block(entry.key()),
                        BlockFlaw.ofMask(Versions.read(entry.value()).getInt()));
            case COMMANDS -> command(entry);
            case ROLES -> role(entry);
            case OUTCOMES -> outcome(entry);
        };
    }

    private static long time(Entry entry) {
        return Versions.read(entry.value()).getOrdered();
    }

    private static MoveRow command(Entry entry) {
        Decoder key = new Decoder(entry.key());
        return new MoveRow.CommandRow(
                new DataNodeId(key.getText()), key.getOrdered(), BlockCodec.command(entry.value()));
    }

    private static MoveRow role(Entry entry) {
        Decoder in = Versions.read(entry.value());
        return new MoveRow.RoleRow(Keys.text(entry.key()), in.getText(), in.getLong());
    }

    private static MoveRow outcome(Entry entry) {
        Decoder key = new Decoder(entry.key());
        RequestId request = new RequestId(new UUID(key.getLong(), key.getLong()), key.getLong());
        Decoder in = Versions.read(entry.value());
        long recorded = in.getOrdered();
        return MoveRow.OutcomeRow.of(request, in.getRest(), recorded);
    }

    /** Removes the root of a new file system. */
    public void removeRoot() {
        new INodeRows(rows).delete(List.of(INodeId.ROOT));
    }

    /**
     * Adds a row.
     *
     * @throws StoreException of kind DUPLICATE_KEY if it exists
     */
    public void add(MoveRow row) {
        if (rows.get(stored(row.table()), key(row.table(), row.key())) != null) {
            throw new StoreException(Kind.DUPLICATE_KEY, "the target has a row already where " + row + " belongs");
        }
        if (row instanceof MoveRow.INodeRow moved) {
            new INodeRows(rows).insert(moved.inode());
        } else if (row instanceof MoveRow.DetailRow moved) {
            new DetailRows(rows).put(moved.detail());
        } else if (row instanceof MoveRow.BlockRow moved) {
            new StoredTables(rows).blocks().insert(moved.block());
        } else if (row instanceof MoveRow.ReplicaRow moved) {
            new ReplicaRows(rows).put(List.of(moved.replica()));
        } else if (row instanceof MoveRow.DataNodeRow moved) {
            add(moved);
        } else {
            addSmall(row);
        }
    }

    private void add(MoveRow.DataNodeRow row) {
        rows.setNow(row.heardMicros());
        dataNodes.register(row.registration());
        dataNodes.heartbeat(row.registration().id(), row.storages(), row.activeTransfers());
        row.report().ifPresent(report -> {
            rows.setNow(report.reportedMicros());
            dataNodes.noteReport(row.registration().id(), report.replicas());
        });
    }

    private void addSmall(MoveRow row) {
        if (row instanceof MoveRow.LeaseRow moved) {
            new TimedRows(rows, Table.LEASES, Table.LEASE_TIMES)
                    .put(Keys.of(moved.clientName()), moved.renewedMicros(), NOTHING);
        } else if (row instanceof MoveRow.QueuedBlockRow moved) {
            new TimedRows(rows, Table.REPLICATION_QUEUE, Table.REPLICATION_TIMES)
                    .put(Keys.of(moved.block()), moved.lookedAtMicros().orElse(NEVER), NOTHING);
            rows.count(Counter.REPLICATION_QUEUE, 1);
        } else if (row instanceof MoveRow.FlawRow moved) {
            new FlawRows(rows).note(Map.of(moved.block(), moved.flaws()));
        } else if (row instanceof MoveRow.CommandRow moved) {
            rows.put(
                    Table.COMMANDS,
                    Keys.of(moved.dataNode().value(), moved.number()),
                    BlockCodec.encode(moved.command()));
            rows.reserveNumber(moved.number());
        } else if (row instanceof MoveRow.RoleRow moved) {
            rows.put(
                    Table.ROLES,
                    Keys.of(moved.role()),
                    Versions.begin()
                            .putText(moved.owner())
                            .putLong(moved.untilMicros())
                            .bytes());
        } else if (row instanceof MoveRow.OutcomeRow moved) {
            rows.setNow(moved.recordedMicros());
            new OutcomeRows(rows).record(moved.request(), moved.bytes());
        }
    }
}
