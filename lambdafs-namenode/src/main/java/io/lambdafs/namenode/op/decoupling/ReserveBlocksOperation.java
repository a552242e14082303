package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.op.file.Allocation;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.BlocksRequest;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Gives blocks to the files of a decoupled subtree, with places for their replicas. Until the merge they belong to the subtree's hidden
 * file, so DataNodes that report them are not told to delete them. Nobody but the client knows them, so their tokens also let it read.
 */
final class ReserveBlocksOperation implements WriteOperation<BytesValue, LocatedBlocksProto> {
    private static final int MOST_BLOCKS = 64;

    private final BlockMessages messages;
    private final BlockTokens tokens;
    private final Allocation blocks;
    private final int maxReplication;

    ReserveBlocksOperation(FileContent content, Allocation blocks, int maxReplication) {
        this.messages = content.messages();
        this.tokens = content.tokens();
        this.blocks = blocks;
        this.maxReplication = maxReplication;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public void prepare(BytesValue request) {
        blocks.prepare();
    }

    @Override
    public LocatedBlocksProto execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        BlocksRequest asked = Messages.decode(request, BlocksRequest::decode);
        requireUsable(asked);
        Decoupling decoupling = HeldSubtree.lock(call, tx, asked.number(), LockMode.EXCLUSIVE);
        // Nobody reads the hidden file, so its length counts the blocks that it was given.
        RegularFile hidden = (RegularFile) tx.inodes().get(decoupling.number()).orElseThrow();
        int index = Math.toIntExact(hidden.length());
        tx.inodes().update(hidden.withLength(hidden.length() + asked.count()));
        LocatedBlocksProto.Builder answer = LocatedBlocksProto.newBuilder()
                .setFileLength(0)
                .setUnderConstruction(true)
                .setIsLastBlockComplete(false);
        for (int i = 0; i < asked.count(); i++) {
            List<PlacementTarget> places = blocks.places(tx, wish(call, asked));
            if (places.isEmpty()) {
                throw new FsException(
                        ErrorCode.IO_ERROR,
                        "A block below " + asked.path() + " could only be written to 0 of the 1 minReplication nodes. "
                                + asked.excluded().size() + " node(s) are excluded in this operation.");
            }
            Block block = blocks.newBlock();
            tx.blocks()
                    .insert(new BlockInfo(
                            block,
                            decoupling.number(),
                            index + i,
                            BlockState.UNDER_CONSTRUCTION,
                            0,
                            places.stream().map(place -> place.storage().id()).toList()));
            answer.addBlocks(messages.located(
                    block,
                    0,
                    places,
                    false,
                    call.nowMillis(),
                    tokens.toReadAndWrite(call, tx).token(block, places)));
        }
        return answer.build();
    }

    private void requireUsable(BlocksRequest asked) {
        if (asked.count() < 1
                || asked.count() > MOST_BLOCKS
                || asked.replication() < 1
                || asked.replication() > maxReplication
                || asked.blockSize() < 1) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "1 to " + MOST_BLOCKS + " blocks can be reserved, with 1 to " + maxReplication + " replicas.");
        }
    }

    private static PlacementRequest wish(CallContext call, BlocksRequest asked) {
        return new PlacementRequest(
                asked.replication(),
                asked.blockSize(),
                call.caller().host(),
                asked.excluded().stream().map(DataNodeId::new).collect(Collectors.toSet()),
                asked.favored(),
                ReplicaTypes.ofNewBlock(StoragePolicies.numbered(StoragePolicies.numberFor(List.of()))));
    }
}
