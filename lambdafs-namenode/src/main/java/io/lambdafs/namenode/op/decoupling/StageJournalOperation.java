package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Detail;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.StageRequest;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** Keeps parts of a journal in the store until the merge. Parts that were kept before are replaced, until the merge begins. */
final class StageJournalOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        StageRequest asked = Messages.decode(request, StageRequest::decode);
        Decoupling decoupling = HeldSubtree.lock(call, tx, asked.number(), LockMode.SHARED);
        if (decoupling.merge().hasBegun()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The merge of the decoupled subtree " + asked.number()
                            + " has begun: finish it before more of the journal is sent.");
        }
        int chunk = asked.first();
        for (byte[] bytes : asked.chunks()) {
            if (chunk < 0 || bytes.length > Detail.MAX_BYTES) {
                throw new FsException(
                        ErrorCode.INVALID_ARGUMENT,
                        "A part of a journal has at most " + Detail.MAX_BYTES + " bytes, not " + bytes.length);
            }
            Decouplings.in(tx).stage(decoupling.number(), chunk, bytes);
            chunk++;
        }
        return BytesValue.getDefaultInstance();
    }
}
