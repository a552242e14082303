package io.lambdafs.store.ndb;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Row;
import java.util.List;

/** A command as its table has it. */
record CommandRow(Key key, int kind, Block block, long newGenerationStamp, List<StorageId> storages) {
    /** What stands for a kind of command in the table; never to be changed. */
    private static final int INVALIDATE = 0;

    private static final int TRANSFER = 1;
    private static final int RECOVER = 2;
    private static final int VERIFY = 3;
    private static final int TRUNCATE = 4;
    private static final int THROTTLE = 5;

    /** In the place of a block where a command is about none. */
    private static final Block NO_BLOCK = new Block(new BlockId(0), 0, 0);

    private static final int DATANODE = 0;
    private static final int STORAGES = 8;

    /** Whose the command is and in which order it came; the number tells those of one moment apart. */
    record Key(String dataNode, long sentMicros, long number) {
        void write(Row row) {
            row.put(DATANODE, dataNode).put(1, sentMicros).put(2, number);
        }
    }

    static void writeDataNode(Row row, String dataNode) {
        row.put(DATANODE, dataNode);
    }

    static CommandRow of(Key key, DataNodeCommand command) {
        if (command instanceof DataNodeCommand.Transfer transfer) {
            return new CommandRow(key, TRANSFER, transfer.block(), 0, transfer.targets());
        }
        if (command instanceof DataNodeCommand.Recover recover) {
            return new CommandRow(key, RECOVER, recover.block(), recover.newGenerationStamp(), recover.storages());
        }
        if (command instanceof DataNodeCommand.Truncate truncate) {
            return new CommandRow(key, TRUNCATE, truncate.block(), truncate.newGenerationStamp(), truncate.storages());
        }
        if (command instanceof DataNodeCommand.Verify verify) {
            return new CommandRow(key, VERIFY, verify.block(), 0, List.of());
        }
        if (command instanceof DataNodeCommand.Throttle throttle) {
            return new CommandRow(key, THROTTLE, NO_BLOCK, throttle.bytesPerSecond(), List.of());
        }
        return new CommandRow(key, INVALIDATE, ((DataNodeCommand.Invalidate) command).block(), 0, List.of());
    }

    void write(Row row) {
        key.write(row);
        row.put(3, kind)
                .put(4, block.id().value())
                .put(5, block.generationStamp())
                .put(6, block.length())
                .put(7, newGenerationStamp);
        NdbBlockRows.writeStorages(row, STORAGES, storages);
    }

    /** Whether the command in a row is to delete a replica. */
    static boolean isDeletion(Row row) {
        return row.getInt(3) == INVALIDATE;
    }

    static CommandRow read(Row row) {
        return new CommandRow(
                new Key(row.getText(DATANODE), row.getLong(1), row.getLong(2)),
                row.getInt(3),
                new Block(new BlockId(row.getLong(4)), row.getLong(5), row.getLong(6)),
                row.getLong(7),
                NdbBlockRows.readStorages(row, STORAGES));
    }

    DataNodeCommand command() {
        return switch (kind) {
            case INVALIDATE -> new DataNodeCommand.Invalidate(block);
            case TRANSFER -> new DataNodeCommand.Transfer(block, storages);
            case RECOVER -> new DataNodeCommand.Recover(block, newGenerationStamp, storages);
            case VERIFY -> new DataNodeCommand.Verify(block);
            case TRUNCATE -> new DataNodeCommand.Truncate(block, newGenerationStamp, storages);
            case THROTTLE -> new DataNodeCommand.Throttle(newGenerationStamp);
            default -> throw new StoreException(Kind.INTERNAL, "no command has the code " + kind);
        };
    }
}
