package io.lambdafs.namenode;

import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** A reading operation that a NameNode's cache can answer, as the NameNode calls it. */
public interface EncodedCacheableOperation<Q extends MessageLite, R extends MessageLite>
        extends EncodedReadOperation<Q, R> {
    /**
     * Answers the request from what the view shows, by a message of type {@code R} in protobuf's encoding. May run several times.
     *
     * @throws io.lambdafs.fs.FsException if it is refused
     */
    byte[] answerFrom(CallContext call, ReadView view, Q request);

    @Override
    default byte[] answer(CallContext call, Transaction tx, Q request) {
        return answerFrom(call, tx, request);
    }
}
