package io.lambdafs.namenode.op.subtree;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.subtree.PolicyAnswer;
import io.lambdafs.wire.subtree.PolicyAnswer.Hold;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Returns the policy of a directory, the one that applies at a path, and the client that holds the path apart from the
 * namespace.
 */
final class GetSubtreePolicyOperation implements ReadOperation<BytesValue, BytesValue> {
    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request) {
        ResolvedPath at = PathLocks.in(tx)
                .resolve(FsPath.parse(PolicyMessages.request(request).path()));
        new PermissionChecker(call).requireTraverseToLook(at);
        at.requireExists("File/Directory does not exist: ");
        return BytesValue.newBuilder()
                .setValue(ByteString.copyFrom(answer(at).encode()))
                .build();
    }

    private static PolicyAnswer answer(ResolvedPath at) {
        String effective = "";
        String from = "";
        Hold hold = Hold.NONE;
        for (int depth = 0; depth < at.chain().size(); depth++) {
            SubtreeMark mark = at.chain().get(depth).attributes().features().subtree();
            String place = at.path().prefix(depth).toString();
            if (mark.hasPolicy()) {
                effective = mark.policy();
                from = place;
            }
            if (mark.isDecoupled()) {
                hold = new Hold(place, mark.holder(), mark.sinceMillis());
            }
        }
        return new PolicyAnswer(at.last().attributes().features().subtree().policy(), effective, from, hold);
    }
}
