package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** A method that always gives the same answer. */
record FixedAnswer<Q extends MessageLite, R extends MessageLite>(Parser<Q> parser, R answer)
        implements ReadOperation<Q, R> {
    @Override
    public R execute(CallContext call, Transaction tx, Q request) {
        return answer;
    }
}
