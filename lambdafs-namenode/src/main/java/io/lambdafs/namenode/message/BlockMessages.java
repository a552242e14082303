package io.lambdafs.namenode.message;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** Conversion of blocks from and to messages, which carry the name of the block pool. */
public final class BlockMessages {
    /** The offset of a block whose place in its file does not matter to the caller that asks. */
    public static final long NO_OFFSET = -1;

    /** In the place of a block token where there is none. */
    public static final TokenProto NO_TOKEN = TokenProto.newBuilder()
            .setIdentifier(ByteString.EMPTY)
            .setPassword(ByteString.EMPTY)
            .setKind("")
            .setService("")
            .build();

    private final String blockPoolId;

    public BlockMessages(String blockPoolId) {
        this.blockPoolId = requireNonNull(blockPoolId, "blockPoolId");
    }

    public ExtendedBlockProto block(Block block) {
        return ExtendedBlockProto.newBuilder()
                .setPoolId(blockPoolId)
                .setBlockId(block.id().value())
                .setGenerationStamp(block.generationStamp())
                .setNumBytes(block.length())
                .build();
    }

    /** The block in a request. Refused if it is of another pool, or its length is negative. */
    public Block block(ExtendedBlockProto message) {
        if (!message.getPoolId().equals(blockPoolId)) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "Unexpected BlockPoolId " + message.getPoolId() + " - expected " + blockPoolId);
        }
        if (message.getNumBytes() < 0) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Negative length " + message.getNumBytes() + " of block blk_" + message.getBlockId());
        }
        return new Block(new BlockId(message.getBlockId()), message.getGenerationStamp(), message.getNumBytes());
    }

    /** A block with the places of its replicas, in the order given, and the token with which to use it. */
    public LocatedBlockProto located(
            Block block, long offset, List<PlacementTarget> places, boolean corrupt, long nowMillis, TokenProto token) {
        LocatedBlockProto.Builder located = LocatedBlockProto.newBuilder()
                .setB(block(block))
                .setOffset(offset)
                .setCorrupt(corrupt)
                .setBlockToken(token);
        for (PlacementTarget place : places) {
            located.addLocs(DataNodeMessages.info(place.node(), nowMillis))
                    .addStorageIDs(place.storage().id().value())
                    .addStorageTypes(DataNodeMessages.type(place.storage()));
        }
        return located.build();
    }
}
