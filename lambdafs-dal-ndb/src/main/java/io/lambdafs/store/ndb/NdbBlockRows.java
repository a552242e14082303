package io.lambdafs.store.ndb;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Row;
import java.util.List;
import java.util.stream.Collectors;

/** How a block is a row of its table. */
final class NdbBlockRows {
    static final int FILE = 0;
    private static final int ID = 2;
    static final int POSITION = 1;
    private static final int GENERATION_STAMP = 3;
    private static final int LENGTH = 4;
    private static final int STATE = 5;
    private static final int RECOVERY_ID = 6;
    private static final int EXPECTED = 7;

    private NdbBlockRows() {}

    static void writeKey(Row row, BlockInfo block) {
        writeKey(row, Place.of(block));
    }

    static void writeKey(Row row, Place place) {
        row.put(FILE, place.file()).put(POSITION, place.index());
    }

    /** Where a block is, a row of a table of its own. */
    record Place(long file, int index) {
        static Place of(BlockInfo block) {
            return new Place(block.file().value(), block.index());
        }

        static Place read(Row row) {
            return new Place(row.getLong(1), row.getInt(2));
        }

        void write(Row row, BlockId id) {
            row.put(0, id.value()).put(1, file).put(2, index);
        }
    }

    static void write(Row row, BlockInfo block) {
        writeKey(row, block);
        row.put(ID, block.id().value())
                .put(GENERATION_STAMP, block.block().generationStamp())
                .put(LENGTH, block.block().length())
                .put(STATE, code(block.state()))
                .put(RECOVERY_ID, block.recoveryId());
        writeStorages(row, EXPECTED, block.expected());
    }

    static long id(Row row) {
        return row.getLong(ID);
    }

    static BlockInfo read(Row row) {
        Block block = new Block(new BlockId(row.getLong(ID)), row.getLong(GENERATION_STAMP), row.getLong(LENGTH));
        return new BlockInfo(
                block,
                new INodeId(row.getLong(FILE)),
                row.getInt(POSITION),
                state(row.getInt(STATE)),
                row.getLong(RECOVERY_ID),
                readStorages(row, EXPECTED));
    }

    static void writeStorages(Row row, int column, List<StorageId> storages) {
        row.put(column, storages.stream().map(StorageId::value).collect(Collectors.joining("\n")));
    }

    static List<StorageId> readStorages(Row row, int column) {
        return row.getText(column).lines().map(StorageId::new).toList();
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

    private static BlockState state(int code) {
        return switch (code) {
            case 0 -> BlockState.UNDER_CONSTRUCTION;
            case 1 -> BlockState.UNDER_RECOVERY;
            case 2 -> BlockState.COMMITTED;
            case 3 -> BlockState.COMPLETE;
            default -> throw new StoreException(Kind.INTERNAL, "no block state has the code " + code);
        };
    }
}
