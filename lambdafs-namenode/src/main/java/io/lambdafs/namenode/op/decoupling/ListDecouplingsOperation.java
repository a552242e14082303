package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathClimb;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.decoupling.DecouplingHolder;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingList;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DecouplingTerm;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** Lists decoupled subtrees: a user's own, or all for a superuser; on demand those, too, that are being discarded. */
final class ListDecouplingsOperation implements ReadOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request) {
        boolean alsoDiscarded = !request.getValue().isEmpty()
                && Messages.decode(request, DecouplingRequest::decode).argument() == DecouplingRequest.ALSO_DISCARDED;
        long now = tx.nowMillis();
        List<DecouplingInfo> all = Decouplings.in(tx).all().stream()
                .filter(decoupling ->
                        call.superuser() || decoupling.holder().user().equals(call.user()))
                .filter(decoupling -> alsoDiscarded || !decoupling.discard().begun())
                .map(decoupling -> info(decoupling, path(tx, decoupling), now))
                .toList();
        return Messages.of(new DecouplingList(all).encode());
    }

    /** Where it is now; empty if its directory is gone. */
    private static String path(Transaction tx, Decoupling decoupling) {
        return PathClimb.from(tx, decoupling.directory())
                .map(at -> at.path().toString())
                .orElse("");
    }

    private static DecouplingInfo info(Decoupling decoupling, String path, long now) {
        return new DecouplingInfo(
                decoupling.number().value(),
                path,
                new DecouplingHolder(
                        decoupling.holder().user(),
                        decoupling.holder().client(),
                        decoupling.holder().host()),
                new DecouplingTerm(
                        decoupling.term().sinceMillis(), decoupling.term().expiresMillis()),
                state(decoupling, now),
                decoupling.inodes().count(),
                decoupling.policy());
    }

    private static String state(Decoupling decoupling, long now) {
        if (decoupling.discard().begun()) {
            return DecouplingInfo.DISCARDING;
        }
        if (decoupling.merge().hasBegun()) {
            return DecouplingInfo.MERGING;
        }
        return decoupling.term().isOver(now) ? DecouplingInfo.LEASE_ENDED : DecouplingInfo.HELD;
    }
}
