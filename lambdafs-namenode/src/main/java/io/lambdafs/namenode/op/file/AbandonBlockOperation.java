package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** abandonBlock: removes the last block of a file that is being written, because its pipeline could not be set up. */
final class AbandonBlockOperation implements WriteOperation<AbandonBlockRequestProto, AbandonBlockResponseProto> {
    private final BlockMessages messages;

    AbandonBlockOperation(BlockMessages messages) {
        this.messages = messages;
    }

    @Override
    public Parser<AbandonBlockRequestProto> parser() {
        return AbandonBlockRequestProto.parser();
    }

    @Override
    public FsPath subject(AbandonBlockRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public AbandonBlockResponseProto execute(
            CallContext call, Transaction tx, AbandonBlockRequestProto request, ChangeSet changes) {
        Block abandoned = messages.block(request.getB());
        WrittenFile written = WrittenFile.lock(
                tx, new WrittenFile.Claim(subject(request), request.getFileId(), request.getHolder()), changes);
        boolean removable = written.open()
                .last()
                .filter(last -> last.id().equals(abandoned.id()))
                .filter(last -> !last.isComplete())
                .map(BlockInfo::id)
                .isPresent();
        if (removable) {
            written.open().removeLast();
            written.chargeQuotas(tx);
            written.open().save();
        }
        return AbandonBlockResponseProto.getDefaultInstance();
    }
}
