package io.lambdafs.namenode;

import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** An operation that changes nothing. */
public non-sealed interface ReadOperation<Q extends MessageLite, R extends MessageLite> extends Operation<Q, R> {
    /**
     * Answers the request from what is committed. May run several times.
     *
     * @throws io.lambdafs.fs.FsException if it is refused
     */
    R execute(CallContext call, Transaction tx, Q request);

    /** As {@link #execute}, the response in protobuf's encoding; for who writes that without making the message first. */
    default byte[] answer(CallContext call, Transaction tx, Q request) {
        return execute(call, tx, request).toByteArray();
    }

    /**
     * Whether what it reads is what a NameNode may keep in memory: the inodes on one path, the listing of the last one,
     * its blocks. It must then get by with a transaction that answers nothing else.
     */
    default boolean isCacheable() {
        return false;
    }
}
