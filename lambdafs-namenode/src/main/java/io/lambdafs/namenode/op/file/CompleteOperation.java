package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CompleteResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** complete: commits the last block and closes the file, or answers false when no live DataNode is known to have a good replica of a block. */
final class CompleteOperation implements WriteOperation<CompleteRequestProto, CompleteResponseProto> {
    private final BlockMessages messages;
    private final DataNodeView dataNodes;
    private final ReplicaWait wait;

    CompleteOperation(BlockMessages messages, DataNodeView dataNodes, ReplicaWait wait) {
        this.messages = messages;
        this.dataNodes = dataNodes;
        this.wait = wait;
    }

    @Override
    public Parser<CompleteRequestProto> parser() {
        return CompleteRequestProto.parser();
    }

    @Override
    public FsPath subject(CompleteRequestProto request) {
        return RequestText.path(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(CompleteRequestProto request) {
        return LockHints.ofTarget(subject(request)).andBlocks();
    }

    @Override
    public void prepare(CompleteRequestProto request) {
        if (request.hasLast()) {
            wait.await(messages.block(request.getLast()));
        }
    }

    @Override
    public CompleteResponseProto execute(
            CallContext call, Transaction tx, CompleteRequestProto request, ChangeSet changes) {
        Optional<Block> last = request.hasLast() ? Optional.of(messages.block(request.getLast())) : Optional.empty();
        WrittenFile.Claim claim = new WrittenFile.Claim(subject(request), request.getFileId(), request.getClientName());
        return CompleteResponseProto.newBuilder()
                .setResult(complete(call, tx, changes, claim, last))
                .build();
    }

    private boolean complete(
            CallContext call, Transaction tx, ChangeSet changes, WrittenFile.Claim claim, Optional<Block> last) {
        WrittenFile written;
        try {
            written = WrittenFile.lock(tx, claim, changes);
        } catch (FsException e) {
            if (e.code() == ErrorCode.LEASE_EXPIRED && wasClosed(tx, claim, last)) {
                return true;
            }
            throw e;
        }
        OpenFile open = written.open();
        last.ifPresent(open::commitLast);
        boolean complete = open.completeCommitted(storage -> dataNodes.hasLive(tx, storage));
        written.chargeQuotas(tx);
        if (complete) {
            open.close(call.nowMillis());
            changes.happens(NamespaceEvents.closed(written.path(), open.file().length(), call.nowMillis()));
        } else {
            open.save();
        }
        return complete;
    }

    /* A client that missed the answer asks again; if it and we agree on the last block, the file was closed for it. */
    private static boolean wasClosed(Transaction tx, WrittenFile.Claim claim, Optional<Block> last) {
        Optional<INode> inode =
                PathLocks.in(tx).resolve(claim.path(), claim.fileId()).target();
        if (inode.isEmpty() || !(inode.get() instanceof RegularFile file) || file.isUnderConstruction()) {
            return false;
        }
        List<BlockInfo> blocks = tx.blocks().ofFiles(List.of(file.id()));
        Optional<BlockInfo> known = blocks.isEmpty() ? Optional.empty() : Optional.of(blocks.get(blocks.size() - 1));
        return PreviousBlock.matches(last, known);
    }
}
