package io.lambdafs.namenode;

import io.lambdafs.store.ReadView;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** A reading operation that a NameNode's cache can answer, and that makes its response as a message. */
public interface CacheableOperation<Q extends MessageLite, R extends MessageLite>
        extends EncodedCacheableOperation<Q, R> {
    /**
     * Answers the request from what the view shows. May run several times.
     *
     * @throws io.lambdafs.fs.FsException if it is refused
     */
    R execute(CallContext call, ReadView view, Q request);

    @Override
    default byte[] answerFrom(CallContext call, ReadView view, Q request) {
        return execute(call, view, request).toByteArray();
    }
}
