package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.namenode.content.FileContent;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * updateBlockForPipeline: a new generation stamp for a block that is being written. Changes nothing: the client sets its
 * pipeline up under that stamp first, and then calls updatePipeline.
 */
final class UpdateBlockForPipelineOperation
        implements ReadOperation<UpdateBlockForPipelineRequestProto, UpdateBlockForPipelineResponseProto> {
    private final BlockMessages messages;
    private final BlockTokens tokens;
    private final Allocation allocation;

    UpdateBlockForPipelineOperation(FileContent content, Allocation allocation) {
        this.messages = content.messages();
        this.tokens = content.tokens();
        this.allocation = allocation;
    }

    @Override
    public Parser<UpdateBlockForPipelineRequestProto> parser() {
        return UpdateBlockForPipelineRequestProto.parser();
    }

    @Override
    public UpdateBlockForPipelineResponseProto execute(
            CallContext call, Transaction tx, UpdateBlockForPipelineRequestProto request) {
        Block block = messages.block(request.getBlock());
        WrittenFile.requireWritten(tx, block, request.getClientName(), LockMode.NONE);
        Block renewed = block.withGenerationStamp(allocation.renewedGenerationStamp());
        return UpdateBlockForPipelineResponseProto.newBuilder()
                .setBlock(messages.located(
                        renewed,
                        BlockMessages.NO_OFFSET,
                        List.of(),
                        false,
                        call.nowMillis(),
                        tokens.toWrite(call, tx).token(renewed, List.of())))
                .build();
    }
}
