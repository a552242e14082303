package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * A list, for superusers, of what a cluster without the feature does not have.
 *
 * @param name of the method, for the refusal of other users
 */
record EmptyAnswer<Q extends MessageLite, R extends MessageLite>(String name, Parser<Q> parser, R answer)
        implements ReadOperation<Q, R> {
    @Override
    public R execute(CallContext call, Transaction tx, Q request) {
        new PermissionChecker(call).requireSuperuser(name);
        return answer;
    }
}
