package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** fsync: notes how much of the last block is safe on DataNodes; all else is in the store already. */
final class FsyncOperation implements WriteOperation<FsyncRequestProto, FsyncResponseProto> {
    @Override
    public Parser<FsyncRequestProto> parser() {
        return FsyncRequestProto.parser();
    }

    @Override
    public FsPath subject(FsyncRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(FsyncRequestProto request) {
        return LockHints.ofTarget(subject(request)).andBlocks();
    }

    @Override
    public FsyncResponseProto execute(CallContext call, Transaction tx, FsyncRequestProto request, ChangeSet changes) {
        WrittenFile written = WrittenFile.lock(
                tx, new WrittenFile.Claim(subject(request), request.getFileId(), request.getClient()), changes);
        written.open()
                .last()
                .filter(last -> !last.isComplete() && last.block().length() < request.getLastBlockLength())
                .ifPresent(last -> {
                    written.open().changeLast(last.withBlock(last.block().withLength(request.getLastBlockLength())));
                    written.open().save();
                });
        return FsyncResponseProto.getDefaultInstance();
    }
}
