package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.MergeRequest;
import java.util.OptionalLong;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Notes that a journal is in the store as far as the request says: from here on it can be merged without its client, and none of it
 * changes any more. It may grow. A client that persists is alive, so this renews its lease.
 */
final class PersistJournalOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        MergeRequest asked = Messages.decode(request, MergeRequest::decode);
        Decoupling decoupling = HeldSubtree.lock(call, tx, asked.number(), LockMode.EXCLUSIVE);
        if (decoupling.merge().hasBegun()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The merge of the decoupled subtree " + asked.number()
                            + " has begun: finish it before more of the journal is sent.");
        }
        Decouplings decouplings = Decouplings.in(tx);
        Decoupling.Journal before = decoupling.persisted();
        boolean usable = asked.chunks() >= before.chunks()
                && asked.chunks() <= StagedJournals.MOST_CHUNKS
                && asked.entries() >= before.entries();
        OptionalLong stored = usable ? decouplings.checksum(decoupling.number(), asked.chunks()) : OptionalLong.empty();
        if (stored.isEmpty()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Not all of the " + asked.chunks() + " parts of the journal are in the store. Send it again.");
        }
        // What is promised to be durable must be what its client has sent: nobody looks at it again before the client
        // may be gone.
        if (stored.getAsLong() != asked.checksum()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The " + asked.chunks() + " parts of the journal that are in the store have the checksum "
                            + stored.getAsLong() + ", and their client's have " + asked.checksum()
                            + ". Send it again.");
        }
        decouplings.put(decoupling
                .persisting(new Decoupling.Journal(asked.chunks(), asked.entries(), asked.checksum()))
                .renewed(tx.nowMillis()));
        return BytesValue.getDefaultInstance();
    }
}
