package io.lambdafs.store.sql;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.StorageId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A command as the table has it. */
record SqlCommandRow(int kind, Block block, long newGenerationStamp, List<StorageId> storages) {
    /** What stands for a kind of command in the table; never to be changed. */
    static final int INVALIDATE = 0;

    private static final int TRANSFER = 1;
    private static final int RECOVER = 2;
    private static final int VERIFY = 3;
    private static final int TRUNCATE = 4;
    private static final int THROTTLE = 5;

    /** In the place of a block where a command is about none. */
    private static final Block NO_BLOCK = new Block(new BlockId(0), 0, 0);

    static SqlCommandRow of(DataNodeCommand command) {
        if (command instanceof DataNodeCommand.Transfer transfer) {
            return new SqlCommandRow(TRANSFER, transfer.block(), 0, transfer.targets());
        }
        if (command instanceof DataNodeCommand.Recover recover) {
            return new SqlCommandRow(RECOVER, recover.block(), recover.newGenerationStamp(), recover.storages());
        }
        if (command instanceof DataNodeCommand.Truncate truncate) {
            return new SqlCommandRow(TRUNCATE, truncate.block(), truncate.newGenerationStamp(), truncate.storages());
        }
        if (command instanceof DataNodeCommand.Verify verify) {
            return new SqlCommandRow(VERIFY, verify.block(), 0, List.of());
        }
        if (command instanceof DataNodeCommand.Throttle throttle) {
            return new SqlCommandRow(THROTTLE, NO_BLOCK, throttle.bytesPerSecond(), List.of());
        }
        return new SqlCommandRow(INVALIDATE, ((DataNodeCommand.Invalidate) command).block(), 0, List.of());
    }

    /** The command in the first six columns of a result. */
    static SqlCommandRow read(ResultSet row) throws SQLException {
        Block block = new Block(new BlockId(row.getLong(2)), row.getLong(3), row.getLong(4));
        return new SqlCommandRow(row.getInt(1), block, row.getLong(5), SqlWorkTable.storages(row.getArray(6)));
    }

    /** Binds the columns in that order. */
    Parameters bind(Parameters p) throws SQLException {
        return p.add(kind)
                .add(block.id().value())
                .add(block.generationStamp())
                .add(block.length())
                .add(newGenerationStamp)
                .addTexts(storages.stream().map(StorageId::value).toList());
    }

    DataNodeCommand command() throws SQLException {
        return switch (kind) {
            case INVALIDATE -> new DataNodeCommand.Invalidate(block);
            case TRANSFER -> new DataNodeCommand.Transfer(block, storages);
            case RECOVER -> new DataNodeCommand.Recover(block, newGenerationStamp, storages);
            case VERIFY -> new DataNodeCommand.Verify(block);
            case TRUNCATE -> new DataNodeCommand.Truncate(block, newGenerationStamp, storages);
            case THROTTLE -> new DataNodeCommand.Throttle(newGenerationStamp);
            default -> throw new SQLException("no command has the code " + kind);
        };
    }
}
