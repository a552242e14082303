package io.lambdafs.store.sql;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The details of inodes in PostgreSQL. */
final class SqlDetailTable implements DetailTable {
    private static final String COLUMNS = "inode_id, kind, label, value";
    static final String SELECT = "SELECT " + COLUMNS + " FROM inode_details ";

    /** What {@link #bind(Parameters, Detail)} binds a detail to. */
    static final String INSERT = "INSERT INTO inode_details (" + COLUMNS + ") VALUES (?, ?, ?, ?)";

    /** Parameters that {@link #bind(Parameters, List)} binds keys to. */
    private static final String KEYS = "(?::bigint[], ?::smallint[], ?::bigint[])";

    private static final String WANTED = "unnest" + KEYS + " AS wanted (of_inode, of_kind, of_label)";
    private static final String IS_WANTED = "inode_id = of_inode AND kind = of_kind AND label = of_label";

    private final PostgresSession session;

    SqlDetailTable(PostgresSession session) {
        this.session = session;
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        INodeTable.checkedBatch(limit);
        return session.query(
                SELECT + "WHERE inode_id = ? AND kind = ? AND label >= ? ORDER BY label LIMIT ?",
                p -> p.add(inode.value()).add(kind.number()).add(from).add(limit),
                SqlDetailTable::detail);
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return session.query(
                SELECT + "JOIN " + WANTED + " ON " + IS_WANTED,
                p -> bind(p, keys.stream().distinct().toList()),
                SqlDetailTable::detail);
    }

    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return session.change(
                "SELECT " + COLUMNS + " FROM lock_details" + KEYS, p -> bind(p, keys), SqlDetailTable::detail);
    }

    @Override
    public void put(Detail detail) {
        session.later(new Deferred(
                INSERT + " ON CONFLICT (inode_id, kind, label) DO UPDATE SET value = excluded.value",
                p -> bind(p, detail)));
    }

    @Override
    public void delete(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        session.later(
                new Deferred("DELETE FROM inode_details USING " + WANTED + " WHERE " + IS_WANTED, p -> bind(p, keys)));
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        INodeTable.checkedBatch(inodes.size());
        session.later(new Deferred("DELETE FROM inode_details WHERE inode_id = ANY (?)", p -> p.addInodes(inodes)));
    }

    static void bind(Parameters p, Detail detail) throws SQLException {
        DetailKey key = detail.key();
        p.add(key.inode().value()).add(key.kind().number()).add(key.label()).add(detail.value());
    }

    private static void bind(Parameters p, List<DetailKey> keys) throws SQLException {
        short[] kinds = new short[keys.size()];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = (short) keys.get(i).kind().number();
        }
        p.addLongs(keys.stream().mapToLong(key -> key.inode().value()).toArray())
                .addShorts(kinds)
                .addLongs(keys.stream().mapToLong(DetailKey::label).toArray());
    }

    static Detail detail(ResultSet row) throws SQLException {
        DetailKey key = new DetailKey(new INodeId(row.getLong(1)), DetailKind.numbered(row.getInt(2)), row.getLong(3));
        return new Detail(key, row.getBytes(4));
    }
}
