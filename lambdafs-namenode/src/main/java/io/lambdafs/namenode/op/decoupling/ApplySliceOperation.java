package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.subtree.MergeTree;
import io.lambdafs.namenode.subtree.SliceInsertion;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** Applies one slice of a merge, unless it was applied before. Many instances apply slices at once. */
final class ApplySliceOperation implements WriteOperation<BytesValue, BytesValue> {
    private final StagedJournals journals;
    private final SliceInsertion insertion;

    ApplySliceOperation(StagedJournals journals, SliceInsertion insertion) {
        this.journals = journals;
        this.insertion = insertion;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        DecouplingRequest asked = Messages.decode(request, DecouplingRequest::decode);
        Decoupling decoupling = HeldSubtree.requireMerging(HeldSubtree.lock(call, tx, asked.number(), LockMode.SHARED));
        MergeTree tree = journals.tree(decoupling);
        if (asked.argument() < 0 || asked.argument() >= tree.slices()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The merge has " + tree.slices() + " slices, and none with the number " + asked.argument());
        }
        Decouplings decouplings = Decouplings.in(tx);
        if (!decouplings.isApplied(decoupling.number(), asked.argument())) {
            insertion.insert(tx, tree, (int) asked.argument());
            decouplings.applied(decoupling.number(), asked.argument());
        }
        return BytesValue.getDefaultInstance();
    }
}
