package io.lambdafs.namenode;

import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** An operation that changes nothing, as a NameNode calls it: what it answers is the response's encoding. */
public non-sealed interface EncodedReadOperation<Q extends MessageLite, R extends MessageLite> extends Operation<Q, R> {
    /**
     * Answers the request from what is committed, by a message of type {@code R} in protobuf's encoding. May run several times.
     *
     * @throws io.lambdafs.fs.FsException if it is refused
     */
    byte[] answer(CallContext call, Transaction tx, Q request);
}
