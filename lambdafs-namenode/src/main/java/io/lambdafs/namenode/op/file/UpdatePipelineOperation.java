package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** updatePipeline: a block that is being written has a new version, on other storages. */
final class UpdatePipelineOperation implements WriteOperation<UpdatePipelineRequestProto, UpdatePipelineResponseProto> {
    private final BlockMessages messages;

    UpdatePipelineOperation(BlockMessages messages) {
        this.messages = messages;
    }

    @Override
    public Parser<UpdatePipelineRequestProto> parser() {
        return UpdatePipelineRequestProto.parser();
    }

    @Override
    public UpdatePipelineResponseProto execute(
            CallContext call, Transaction tx, UpdatePipelineRequestProto request, ChangeSet changes) {
        Block old = messages.block(request.getOldBlock());
        Block changed = messages.block(request.getNewBlock());
        BlockInfo known = WrittenFile.requireWritten(tx, old, request.getClientName(), LockMode.EXCLUSIVE);
        check(request, old, changed, known.block());
        RegularFile file = (RegularFile) tx.inodes().get(known.file()).orElseThrow();
        OpenFile open = OpenFile.of(tx, file);
        open.changeLast(known.withBlock(changed)
                .withExpected(
                        request.getStorageIDsList().stream().map(StorageId::new).toList()));
        open.save();
        return UpdatePipelineResponseProto.getDefaultInstance();
    }

    private static void check(UpdatePipelineRequestProto request, Block old, Block changed, Block known) {
        if (!changed.id().equals(old.id())) {
            throw refused(changed + " and " + old + " has different block identifier");
        }
        if (changed.generationStamp() <= known.generationStamp()) {
            throw refused("Update " + old + " but the new block " + changed
                    + " does not have a larger generation stamp than the last block " + known);
        }
        if (changed.length() < known.length()) {
            throw refused("Update " + old + " (size=" + known.length() + ") to a smaller size block " + changed
                    + " (size=" + changed.length() + ")");
        }
        if (request.getNewNodesCount() == 0 || request.getNewNodesCount() != request.getStorageIDsCount()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Expecting a storage for each of at least one node: " + request.getStorageIDsCount()
                            + " storages and " + request.getNewNodesCount() + " nodes");
        }
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}
