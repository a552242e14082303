package io.lambdafs.namenode;

import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** An operation that changes nothing, and makes its response as a message. */
public interface ReadOperation<Q extends MessageLite, R extends MessageLite> extends EncodedReadOperation<Q, R> {
    /**
     * Answers the request from what is committed. May run several times.
     *
     * @throws io.lambdafs.fs.FsException if it is refused
     */
    R execute(CallContext call, Transaction tx, Q request);

    @Override
    default byte[] answer(CallContext call, Transaction tx, Q request) {
        return execute(call, tx, request).toByteArray();
    }
}
