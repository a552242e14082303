package io.lambdafs.store.sql;

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
import io.lambdafs.store.FeaturesCodec;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.RowLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The inodes in PostgreSQL. */
final class SqlINodeTable implements INodeTable {
    private static final String COLUMNS = "id, parent_id, name, directory, mode, owner_name, group_name,"
            + " modification_millis, access_millis, replication, block_size, length, client_name, client_host,"
            + " observed, features";
    static final String SELECT = "SELECT " + COLUMNS + " FROM inodes ";

    /** What {@link #bind} binds an inode to. */
    static final String INSERT = "INSERT INTO inodes (parent_id, name, directory, mode, owner_name, group_name,"
            + " modification_millis, access_millis, replication, block_size, length, client_name, client_host, observed,"
            + " features, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final PostgresSession session;
    private final ForeseenINodes foreseen = new ForeseenINodes();

    SqlINodeTable(PostgresSession session) {
        this.session = session;
    }

    /** Locks what has a key, for callers that ask for it later. */
    Deferred foreseeing(KeyLock lock) {
        String mode = switch (lock.mode()) {
            case NONE -> throw new IllegalArgumentException("what is not locked may be another later");
            case SHARED -> "FOR SHARE";
            case EXCLUSIVE -> "FOR UPDATE";
        };
        INodeKey key = lock.key();
        return new Deferred(
                SELECT + "WHERE parent_id = ? AND name = ? " + mode,
                p -> p.add(key.parent().value()).add(key.name().bytes()),
                read -> foreseen.locked(
                        lock,
                        Statements.rows(read, SqlINodeTable::inode).stream().findFirst()));
    }

    /** What a lock that was foreseen found, if anything. */
    Optional<INode> foreseen(INodeKey key) {
        return foreseen.at(key);
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return session.query(
                "SELECT " + COLUMNS + " FROM resolve_path(?, ?)",
                p -> p.add(INodeId.ROOT.value())
                        .addBytes(names.stream().map(Name::bytes).toList()),
                SqlINodeTable::inode);
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return session.queryOne(SELECT + "WHERE id = ?", p -> p.add(id.value()), SqlINodeTable::inode);
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        return session.query(SELECT + "WHERE id = ANY (?)", p -> p.addInodes(ids), SqlINodeTable::inode);
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        INodeTable.checkedBatch(keys.size());
        List<INodeKey> distinct = keys.stream().distinct().toList();
        return foreseen.find(distinct).orElseGet(() -> found(distinct));
    }

    private List<INode> found(List<INodeKey> distinct) {
        return session.query(
                SELECT + "JOIN unnest(?::bigint[], ?::bytea[]) AS wanted (of_parent, of_name)"
                        + " ON parent_id = of_parent AND name = of_name",
                p -> p.addLongs(distinct.stream()
                                .mapToLong(key -> key.parent().value())
                                .toArray())
                        .addBytes(
                                distinct.stream().map(key -> key.name().bytes()).toList()),
                SqlINodeTable::inode);
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        INodeTable.checkedBatch(locks.size());
        return foreseen.lock(locks).orElseGet(() -> locked(locks));
    }

    private List<INode> locked(List<RowLock> locks) {
        short[] modes = new short[locks.size()];
        for (int i = 0; i < modes.length; i++) {
            modes[i] = switch (locks.get(i).mode()) {
                case NONE -> 0;
                case SHARED -> 1;
                case EXCLUSIVE -> 2;
            };
        }
        long[] ids = locks.stream().mapToLong(lock -> lock.inode().value()).toArray();
        return session.change(
                "SELECT " + COLUMNS + " FROM lock_inodes(?, ?)",
                p -> p.addLongs(ids).addShorts(modes),
                SqlINodeTable::inode);
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                SELECT + "WHERE parent_id = ? AND name > ? ORDER BY name LIMIT ?",
                p -> p.add(parent.value()).add(after.bytes()).add(limit),
                SqlINodeTable::inode);
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        INodeTable.checkedBatch(parents.size());
        INodeTable.checkedBatch(limit);
        long[] ordered = parents.stream()
                .filter(parent -> parent.compareTo(after.parent()) >= 0)
                .mapToLong(INodeId::value)
                .sorted()
                .distinct()
                .toArray();
        return session.query(
                "SELECT " + COLUMNS + " FROM children_of(?, ?, ?, ?)",
                p -> p.addLongs(ordered)
                        .add(after.parent().value())
                        .add(after.name().bytes())
                        .add(limit),
                SqlINodeTable::inode);
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        INodeTable.checkedBatch(most);
        return session.query(
                        "SELECT count(*) FROM (SELECT 1 FROM inodes WHERE parent_id = ? AND name > ? LIMIT ?) AS found",
                        p -> p.add(parent.value()).add(after.bytes()).add(most),
                        row -> row.getInt(1))
                .get(0);
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return session.queryOne(
                        "SELECT 1 FROM inodes WHERE parent_id = ? LIMIT 1", p -> p.add(parent.value()), row -> true)
                .isPresent();
    }

    @Override
    public void insert(INode inode) {
        foreseen.forget();
        session.later(new Deferred(INSERT, p -> bind(p, inode)));
    }

    @Override
    public void update(INode inode) {
        foreseen.forget();
        session.later(Deferred.updateOfExisting(
                "UPDATE inodes SET parent_id = ?, name = ?, directory = ?, mode = ?, owner_name = ?,"
                        + " group_name = ?, modification_millis = ?, access_millis = ?, replication = ?,"
                        + " block_size = ?, length = ?, client_name = ?, client_host = ?, observed = ?,"
                        + " features = ? WHERE id = ?",
                p -> bind(p, inode)));
    }

    static void bind(Parameters p, INode inode) throws SQLException {
        Attributes attributes = inode.attributes();
        p.add(inode.parent().value())
                .add(inode.name().bytes())
                .add(inode.isDirectory())
                .add(attributes.permission().mode())
                .add(attributes.owner())
                .add(attributes.group())
                .add(attributes.modificationMillis())
                .add(attributes.accessMillis());
        boolean observed = false;
        if (inode instanceof RegularFile file) {
            LeaseHolder holder = file.holder();
            p.add(file.replication())
                    .add(file.blockSize())
                    .add(file.length())
                    .add(holder == null ? null : holder.clientName())
                    .add(holder == null ? null : holder.clientHost());
        } else {
            Directory directory = (Directory) inode;
            observed = directory.observed();
            // A directory has no length: the column has one more than the number of its entries, 0 if that is not
            // known.
            p.add(0).add(0L).add(directory.children() + 1).add((String) null).add((String) null);
        }
        byte[] features = FeaturesCodec.encode(attributes.features());
        p.add(observed)
                .add(features.length == 0 ? null : features)
                .add(inode.id().value());
    }

    @Override
    public void delete(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        foreseen.forget();
        session.later(new Deferred("DELETE FROM inodes WHERE id = ANY (?)", p -> p.addInodes(ids)));
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                SELECT + "WHERE client_name = ? AND id > ? ORDER BY id LIMIT ?",
                p -> p.add(clientName).add(after.value()).add(limit),
                SqlINodeTable::inode);
    }

    @Override
    public long count() {
        return Counts.of(session, "inodes");
    }

    static INode inode(ResultSet row) throws SQLException {
        INodeId id = new INodeId(row.getLong(1));
        INodeKey key = new INodeKey(new INodeId(row.getLong(2)), Name.of(row.getBytes(3)));
        Attributes attributes = new Attributes(
                row.getString(6),
                row.getString(7),
                new Permission(row.getInt(5)),
                row.getLong(8),
                row.getLong(9),
                features(row.getBytes(16)));
        if (row.getBoolean(4)) {
            return new Directory(id, key, attributes, row.getLong(12) - 1, row.getBoolean(15));
        }
        String clientName = row.getString(13);
        LeaseHolder holder = clientName == null ? null : new LeaseHolder(clientName, row.getString(14));
        return new RegularFile(id, key, attributes, row.getInt(10), row.getLong(11), row.getLong(12), holder);
    }

    private static Features features(byte @Nullable [] bytes) {
        return bytes == null ? Features.NONE : FeaturesCodec.decode(bytes);
    }
}
