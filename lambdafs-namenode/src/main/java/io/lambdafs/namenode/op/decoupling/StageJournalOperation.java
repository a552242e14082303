package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.store.Detail;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.StageRequest;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** Keeps parts of a journal in the store until the merge. Parts that were kept before are replaced, until
 * the merge begins or the journal is made durable so far. */
final class StageJournalOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        StageRequest asked = Messages.decode(request, StageRequest::decode);
        Decoupling decoupling = HeldSubtree.lock(call, tx, asked.number(), LockMode.SHARED);
        int chunk = asked.first();
        for (byte[] bytes : asked.chunks()) {
            if (chunk < 0 || chunk >= StagedJournals.MOST_CHUNKS || bytes.length > Detail.MAX_BYTES) {
                throw new FsException(
                        ErrorCode.INVALID_ARGUMENT,
                        "A journal has at most " + StagedJournals.MOST_CHUNKS + " parts of at most " + Detail.MAX_BYTES
                                + " bytes; this is part " + chunk + " with " + bytes.length);
            }
            keep(tx, decoupling, chunk, bytes);
            chunk++;
        }
        return BytesValue.getDefaultInstance();
    }

    /* What is being merged or was made durable stays as it is. The client that sent it may send it again, if it did not hear. */
    private static void keep(Transaction tx, Decoupling decoupling, int chunk, byte[] bytes) {
        Decouplings decouplings = Decouplings.in(tx);
        boolean begun = decoupling.merge().hasBegun();
        if (!begun && chunk >= decoupling.persisted().chunks()) {
            decouplings.stage(decoupling.number(), chunk, bytes);
        } else if (!decouplings.isStaged(decoupling.number(), chunk, bytes)) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    begun
                            ? "The merge of the decoupled subtree " + decoupling.number()
                                    + " has begun: finish it before more of the journal is sent."
                            : "Part " + chunk + " of the journal of the decoupled subtree " + decoupling.number()
                                    + " is in the store already, and is another one: this journal is not its"
                                    + " continuation.");
        }
    }
}
