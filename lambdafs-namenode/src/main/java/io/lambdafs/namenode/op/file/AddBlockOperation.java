package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** addBlock: commits the last block of a file that is being written, and adds one with places for its replicas. */
final class AddBlockOperation implements WriteOperation<AddBlockRequestProto, AddBlockResponseProto> {
    private final int maxBlocks;
    private final BlockMessages messages;
    private final Allocation allocation;
    private final DataNodeView dataNodes;
    private final BlockTokens tokens;

    AddBlockOperation(int maxBlocks, FileContent content, Allocation allocation) {
        this.maxBlocks = maxBlocks;
        this.messages = content.messages();
        this.allocation = allocation;
        this.dataNodes = content.dataNodes();
        this.tokens = content.tokens();
    }

    @Override
    public Parser<AddBlockRequestProto> parser() {
        return AddBlockRequestProto.parser();
    }

    @Override
    public FsPath subject(AddBlockRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(AddBlockRequestProto request) {
        return LockHints.ofTarget(subject(request)).andBlocks();
    }

    @Override
    public void prepare(AddBlockRequestProto request) {
        allocation.prepare();
    }

    @Override
    public AddBlockResponseProto execute(
            CallContext call, Transaction tx, AddBlockRequestProto request, ChangeSet changes) {
        Optional<Block> previous =
                request.hasPrevious() ? Optional.of(messages.block(request.getPrevious())) : Optional.empty();
        WrittenFile written = WrittenFile.lock(
                tx, new WrittenFile.Claim(subject(request), request.getFileId(), request.getClientName()), changes);
        OpenFile open = written.open();
        Optional<BlockInfo> retried = PreviousBlock.findRetried(written, previous);
        if (retried.isPresent()) {
            List<PlacementTarget> places = BlockLocator.targets(retried.get().expected(), dataNodes.live(tx));
            return response(call, tx, retried.get().block(), open.lastOffset(), places);
        }
        requireRoom(open);
        previous.ifPresent(open::commitLast);
        requirePenultimate(tx, written);
        AddBlockResponseProto response = add(call, tx, written, request);
        written.chargeQuotas(tx);
        open.save();
        return response;
    }

    private void requireRoom(OpenFile open) {
        int blocks = open.blocks().size();
        if (blocks >= maxBlocks) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "File has reached the limit on maximum number of blocks"
                            + " (dfs.namenode.fs-limits.max-blocks-per-file): " + blocks + " >= " + maxBlocks);
        }
    }

    /* The last block may still wait for its replicas; those before it may not. */
    private void requirePenultimate(Transaction tx, WrittenFile written) {
        written.open().completeCommitted(storage -> dataNodes.hasLive(tx, storage));
        boolean complete =
                written.open().penultimate().map(BlockInfo::isComplete).orElse(true);
        if (!complete) {
            throw new FsException(ErrorCode.NOT_REPLICATED_YET, "Not replicated yet: " + written.path());
        }
    }

    private AddBlockResponseProto add(
            CallContext call, Transaction tx, WrittenFile written, AddBlockRequestProto request) {
        OpenFile open = written.open();
        List<PlacementTarget> places = places(tx, written, request);
        if (places.isEmpty()) {
            throw allocation.noPlace(tx, written.path(), request.getExcludeNodesCount());
        }
        BlockInfo added = open.append(
                allocation.newBlock(),
                places.stream().map(place -> place.storage().id()).toList());
        return response(call, tx, added.block(), open.lastOffset(), places);
    }

    private List<PlacementTarget> places(Transaction tx, WrittenFile written, AddBlockRequestProto request) {
        RegularFile file = written.open().file();
        Set<DataNodeId> excluded = request.getExcludeNodesList().stream()
                .map(node -> new DataNodeId(node.getId().getDatanodeUuid()))
                .collect(Collectors.toSet());
        boolean anywhere = request.getFlagsList().contains(AddBlockFlagProto.IGNORE_CLIENT_LOCALITY);
        String host = anywhere ? "" : file.writer().map(LeaseHolder::clientHost).orElse("");
        PlacementRequest wish = new PlacementRequest(
                file.replication(),
                file.blockSize(),
                host,
                excluded,
                request.getFavoredNodesList(),
                ReplicaTypes.ofNewBlock(written.policy()));
        return request.getFlagsList().contains(AddBlockFlagProto.NO_LOCAL_WRITE)
                ? allocation.placesElsewhere(tx, wish)
                : allocation.places(tx, wish);
    }

    private AddBlockResponseProto response(
            CallContext call, Transaction tx, Block block, long offset, List<PlacementTarget> places) {
        TokenProto token = tokens.toWrite(call, tx).token(block, places);
        LocatedBlockProto located = messages.located(block, offset, places, false, call.nowMillis(), token);
        return AddBlockResponseProto.newBuilder().setBlock(located).build();
    }
}
