package io.lambdafs.store.rocks.table;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import java.util.ArrayList;
import java.util.List;

/** How blocks, replicas and commands about them are stored. The codes are stored and never change. */
public final class BlockCodec {
    private static final int INVALIDATE = 0;
    private static final int TRANSFER = 1;
    private static final int RECOVER = 2;
    private static final int VERIFY = 3;
    private static final int TRUNCATE = 4;
    private static final int THROTTLE = 5;

    private BlockCodec() {}

    static Bytes encode(BlockInfo block) {
        Encoder out = Versions.begin();
        put(out, block);
        return out.bytes();
    }

    /** Writes a block. */
    public static void put(Encoder out, BlockInfo block) {
        put(out, block.block());
        out.putLong(block.file().value()).putInt(block.index());
        out.putByte(code(block.state())).putLong(block.recoveryId());
        put(out, block.expected());
    }

    static BlockInfo block(Bytes value) {
        return getInfo(Versions.read(value));
    }

    /** Reads a block. */
    public static BlockInfo getInfo(Decoder in) {
        return new BlockInfo(
                getBlock(in), new INodeId(in.getLong()), in.getInt(), state(in.getByte()), in.getLong(), storages(in));
    }

    static Bytes encode(Replica replica) {
        Encoder out = Versions.begin();
        put(out, replica);
        return out.bytes();
    }

    /** Writes a replica. */
    public static void put(Encoder out, Replica replica) {
        out.putOrdered(replica.block().value())
                .putText(replica.storage().value())
                .putLong(replica.generationStamp())
                .putLong(replica.length())
                .putByte(code(replica.state()));
    }

    static Replica replica(Bytes value) {
        return getReplica(Versions.read(value));
    }

    /** Reads a replica. */
    public static Replica getReplica(Decoder in) {
        return new Replica(
                new BlockId(in.getOrdered()),
                new StorageId(in.getText()),
                in.getLong(),
                in.getLong(),
                replicaState(in.getByte()));
    }

    static Bytes encode(DataNodeCommand command) {
        Encoder out = Versions.begin();
        put(out, command);
        return out.bytes();
    }

    /** Writes a command. */
    public static void put(Encoder out, DataNodeCommand command) {
        if (command instanceof DataNodeCommand.Invalidate invalidate) {
            put(out.putByte(INVALIDATE), invalidate.block());
        } else if (command instanceof DataNodeCommand.Transfer transfer) {
            put(out.putByte(TRANSFER), transfer.block());
            put(out, transfer.targets());
        } else if (command instanceof DataNodeCommand.Recover recover) {
            put(out.putByte(RECOVER), recover.block());
            put(out.putLong(recover.newGenerationStamp()), recover.storages());
        } else if (command instanceof DataNodeCommand.Truncate truncate) {
            put(out.putByte(TRUNCATE), truncate.block());
            put(out.putLong(truncate.newGenerationStamp()), truncate.storages());
        } else if (command instanceof DataNodeCommand.Verify verify) {
            put(out.putByte(VERIFY), verify.block());
        } else if (command instanceof DataNodeCommand.Throttle throttle) {
            out.putByte(THROTTLE).putLong(throttle.bytesPerSecond());
        }
    }

    static DataNodeCommand command(Bytes value) {
        return getCommand(Versions.read(value));
    }

    /** Reads a command. */
    public static DataNodeCommand getCommand(Decoder in) {
        int code = in.getByte();
        return switch (code) {
            case INVALIDATE -> new DataNodeCommand.Invalidate(getBlock(in));
            case TRANSFER -> new DataNodeCommand.Transfer(getBlock(in), storages(in));
            case VERIFY -> new DataNodeCommand.Verify(getBlock(in));
            case RECOVER -> new DataNodeCommand.Recover(getBlock(in), in.getLong(), storages(in));
            case TRUNCATE -> new DataNodeCommand.Truncate(getBlock(in), in.getLong(), storages(in));
            case THROTTLE -> new DataNodeCommand.Throttle(in.getLong());
            default -> throw Versions.unknown("command", code);
        };
    }

    private static void put(Encoder out, Block block) {
        out.putLong(block.id().value()).putLong(block.generationStamp()).putLong(block.length());
    }

    private static Block getBlock(Decoder in) {
        return new Block(new BlockId(in.getLong()), in.getLong(), in.getLong());
    }

    private static void put(Encoder out, List<StorageId> storages) {
        out.putInt(storages.size());
        storages.forEach(storage -> out.putText(storage.value()));
    }

    private static List<StorageId> storages(Decoder in) {
        List<StorageId> storages = new ArrayList<>();
        for (int left = in.getCount(); left > 0; left--) {
            storages.add(new StorageId(in.getText()));
        }
        return storages;
    }

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
            default -> throw Versions.unknown("state of a block", code);
        };
    }

    private static int code(ReplicaState state) {
        return switch (state) {
            case FINALIZED -> 0;
            case BEING_WRITTEN -> 1;
            case CORRUPT -> 2;
            case DELETING -> 3;
        };
    }

    private static ReplicaState replicaState(int code) {
        return switch (code) {
            case 0 -> ReplicaState.FINALIZED;
            case 1 -> ReplicaState.BEING_WRITTEN;
            case 2 -> ReplicaState.CORRUPT;
            case 3 -> ReplicaState.DELETING;
            default -> throw Versions.unknown("state of a replica", code);
        };
    }
}
