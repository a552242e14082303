package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Holds a decoupled subtree for longer. A client whose lease has ended gets it back, as long as nobody has merged or discarded
 * the subtree since.
 */
final class RenewDecouplingOperation implements WriteOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        DecouplingRequest asked = Messages.decode(request, DecouplingRequest::decode);
        Decoupling renewed =
                HeldSubtree.lock(call, tx, asked.number(), LockMode.EXCLUSIVE).renewed(tx.nowMillis());
        Decouplings.in(tx).put(renewed);
        boolean empty = !tx.inodes().hasChildren(renewed.directory());
        return Messages.of(DecoupleOperation.lease(renewed, HeldSubtree.place(tx, renewed), empty)
                .encode());
    }
}
