package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.PlacementRequest;
import io.lambdafs.block.PlacementTarget;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.BlockLocator;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.storage.ReplicaTypes;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeInfoProto;
import org.apache.hadoop.security.proto.SecurityProtos.TokenProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getAdditionalDatanode: places for further replicas of a block whose pipeline lost some, after those that it has. */
final class GetAdditionalDatanodeOperation
        implements ReadOperation<GetAdditionalDatanodeRequestProto, GetAdditionalDatanodeResponseProto> {
    private final int maxReplication;
    private final BlockMessages messages;
    private final Allocation allocation;
    private final DataNodeView dataNodes;
    private final BlockTokens tokens;

    GetAdditionalDatanodeOperation(int maxReplication, FileContent content, Allocation allocation) {
        this.maxReplication = maxReplication;
        this.messages = content.messages();
        this.allocation = allocation;
        this.dataNodes = content.dataNodes();
        this.tokens = content.tokens();
    }

    @Override
    public Parser<GetAdditionalDatanodeRequestProto> parser() {
        return GetAdditionalDatanodeRequestProto.parser();
    }

    @Override
    public GetAdditionalDatanodeResponseProto execute(
            CallContext call, Transaction tx, GetAdditionalDatanodeRequestProto request) {
        check(request);
        WrittenFile.Seen seen = WrittenFile.look(
                tx,
                new WrittenFile.Claim(
                        RequestText.path(request.getSrcBytes()), request.getFileId(), request.getClientName()));
        RegularFile file = seen.file();
        Set<DataNodeId> unusable = new HashSet<>();
        addIds(request.getExistingsList(), unusable);
        addIds(request.getExcludesList(), unusable);
        List<PlacementTarget> places = new ArrayList<>(existing(tx, request));
        String host =
                places.isEmpty() ? file.writer().map(LeaseHolder::clientHost).orElse("") : "";
        ReplicaTypes types = new ReplicaTypes(
                seen.policy(),
                places.stream().map(place -> place.storage().storageType()).toList());
        places.addAll(allocation.places(
                tx,
                new PlacementRequest(
                        request.getNumAdditionalNodes(), file.blockSize(), host, unusable, List.of(), types)));
        Block block = requireOwn(tx, file, messages.block(request.getBlk()));
        TokenProto token = tokens.toCopy(call, tx).token(block, places);
        return GetAdditionalDatanodeResponseProto.newBuilder()
                .setBlock(messages.located(block, BlockMessages.NO_OFFSET, places, false, call.nowMillis(), token))
                .build();
    }

    /* Otherwise a writer of one file could ask for a token for a block of another. */
    private static Block requireOwn(Transaction tx, RegularFile file, Block block) {
        boolean own = tx.blocks().get(List.of(block.id())).stream()
                .anyMatch(stored -> stored.file().equals(file.id()));
        if (!own) {
            throw new FsException(ErrorCode.IO_ERROR, block + " is not a block of the file " + file.name());
        }
        return block;
    }

    private void check(GetAdditionalDatanodeRequestProto request) {
        int wanted = request.getNumAdditionalNodes();
        if (wanted < 0 || wanted > maxReplication) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The number of additional nodes, " + wanted + ", is not between 0 and " + maxReplication);
        }
        if (request.getExistingsCount() != request.getExistingStorageUuidsCount()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Expecting as many storages as nodes: " + request.getExistingStorageUuidsCount() + " and "
                            + request.getExistingsCount());
        }
    }

    private static void addIds(List<DatanodeInfoProto> nodes, Set<DataNodeId> ids) {
        nodes.forEach(node -> ids.add(new DataNodeId(node.getId().getDatanodeUuid())));
    }

    /* Not only the live ones: the client compares what it gets back with what it has. */
    private List<PlacementTarget> existing(Transaction tx, GetAdditionalDatanodeRequestProto request) {
        List<StorageId> storages = request.getExistingStorageUuidsList().stream()
                .map(StorageId::new)
                .toList();
        return BlockLocator.targets(storages, LiveDataNodes.ofAll(dataNodes.all(tx)));
    }
}
