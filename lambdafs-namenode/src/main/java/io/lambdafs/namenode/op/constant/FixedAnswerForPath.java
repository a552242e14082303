package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import java.util.function.Function;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * A method that gives the same answer for every path that exists.
 *
 * @param path takes the path out of the request
 * @param missing what is said before the path if it does not exist
 */
record FixedAnswerForPath<Q extends MessageLite, R extends MessageLite>(
        Parser<Q> parser, Function<Q, ByteString> path, String missing, R answer) implements ReadOperation<Q, R> {
    @Override
    public R execute(CallContext call, Transaction tx, Q request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(path.apply(request)));
        new PermissionChecker(call).requireTraverse(at);
        at.requireExists(missing);
        return answer;
    }
}
