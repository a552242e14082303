package io.lambdafs.store.sql;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The blocks in PostgreSQL. */
final class SqlBlockTable implements BlockTable {
    static final String SELECT =
            "SELECT id, generation_stamp, length, file_id, position, state, recovery_id, expected FROM blocks ";

    /** Deletes the replicas of doomed blocks, and has the DataNodes that can be reached told. */
    private static final String WITH_REPLICAS = ", gone AS ("
            + " DELETE FROM replicas r USING doomed d WHERE r.block_id = d.id"
            + " RETURNING r.block_id, r.storage_id, r.generation_stamp, r.length"
            + ") INSERT INTO commands"
            + " (datanode_id, kind, block_id, generation_stamp, length, new_generation_stamp, storages)"
            + " SELECT s.datanode_id, " + SqlCommandRow.INVALIDATE
            + ", g.block_id, g.generation_stamp, g.length, 0, '{}'"
            + " FROM gone g JOIN storages s ON s.id = g.storage_id";

    /** What {@link #bind} binds a block to. */
    static final String INSERT =
            "INSERT INTO blocks (generation_stamp, length, file_id, position, state, recovery_id, expected, id)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private final PostgresSession session;
    private @Nullable Foreseen foreseen;

    SqlBlockTable(PostgresSession session) {
        this.session = session;
    }

    /** The blocks of a locked file, read before anybody asked. */
    private record Foreseen(Supplier<Optional<INode>> file, List<BlockInfo> blocks) {
        boolean isAbout(List<INodeId> files) {
            return file.get()
                    .filter(locked -> files.equals(List.of(locked.id())))
                    .isPresent();
        }
    }

    /**
     * Reads the blocks of the file with this key, for callers that ask later.
     *
     * @param locked the file, if there is one and it is locked
     */
    Deferred foreseeing(INodeKey file, Supplier<Optional<INode>> locked) {
        return new Deferred(
                SELECT + "WHERE file_id = (SELECT id FROM inodes WHERE parent_id = ? AND name = ?) ORDER BY position",
                p -> p.add(file.parent().value()).add(file.name().bytes()),
                read -> foreseen = new Foreseen(locked, Statements.rows(read, SqlBlockTable::block)));
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        if (foreseen != null && foreseen.isAbout(files)) {
            return foreseen.blocks();
        }
        return session.query(
                SELECT + "WHERE file_id = ANY (?) ORDER BY file_id, position",
                p -> p.addInodes(files),
                SqlBlockTable::block);
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return session.query(
                SELECT + "WHERE file_id = ? AND position >= ? ORDER BY position LIMIT ?",
                p -> p.add(file.value()).add(index).add(limit),
                SqlBlockTable::block);
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        return session.query(SELECT + "WHERE id = ANY (?)", p -> p.addBlocks(ids), SqlBlockTable::block);
    }

    @Override
    public void insert(BlockInfo block) {
        foreseen = null;
        session.later(new Deferred(INSERT, p -> bind(p, block)));
    }

    @Override
    public void update(BlockInfo block) {
        foreseen = null;
        session.later(Deferred.updateOfExisting(
                "UPDATE blocks SET generation_stamp = ?, length = ?, file_id = ?, position = ?,"
                        + " state = ?, recovery_id = ?, expected = ? WHERE id = ?",
                p -> bind(p, block)));
    }

    static void bind(Parameters p, BlockInfo block) throws SQLException {
        p.add(block.block().generationStamp())
                .add(block.block().length())
                .add(block.file().value())
                .add(block.index())
                .add(code(block.state()))
                .add(block.recoveryId())
                .addTexts(block.expected().stream().map(StorageId::value).toList())
                .add(block.id().value());
    }

    @Override
    public void delete(List<BlockId> ids) {
        foreseen = null;
        INodeTable.checkedBatch(ids.size());
        // Replicas of blocks that have no row go too.
        session.later(new Deferred(
                "WITH doomed AS (SELECT unnest(?::bigint[]) AS id),"
                        + " deleted AS (DELETE FROM blocks b USING doomed d WHERE b.id = d.id)" + WITH_REPLICAS,
                p -> p.addBlocks(ids)));
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        foreseen = null;
        INodeTable.checkedBatch(files.size());
        session.later(new Deferred(
                "WITH doomed AS (DELETE FROM blocks WHERE file_id = ANY (?) RETURNING id)" + WITH_REPLICAS,
                p -> p.addInodes(files)));
    }

    @Override
    public long count() {
        return Counts.of(session, "blocks");
    }

    static BlockInfo block(ResultSet row) throws SQLException {
        Block block = new Block(new BlockId(row.getLong(1)), row.getLong(2), row.getLong(3));
        return new BlockInfo(
                block,
                new INodeId(row.getLong(4)),
                row.getInt(5),
                state(row.getInt(6)),
                row.getLong(7),
                SqlWorkTable.storages(row.getArray(8)));
    }

    /** What stands for a state in the table; never to be changed. */
    private static int code(BlockState state) {
        return switch (state) {
            case UNDER_CONSTRUCTION -> 0;
            case UNDER_RECOVERY -> 1;
            case COMMITTED -> 2;
            case COMPLETE -> 3;
        };
    }

    private static BlockState state(int code) throws SQLException {
        return switch (code) {
            case 0 -> BlockState.UNDER_CONSTRUCTION;
            case 1 -> BlockState.UNDER_RECOVERY;
            case 2 -> BlockState.COMMITTED;
            case 3 -> BlockState.COMPLETE;
            default -> throw new SQLException("no block state has the code " + code);
        };
    }
}
