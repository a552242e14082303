package io.lambdafs.namenode;

import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * What the NameNode does for one ClientProtocol method.
 *
 * @param <Q> the method's request message
 * @param <R> the method's response message
 */
public sealed interface Operation<Q extends MessageLite, R extends MessageLite>
        permits EncodedReadOperation, WriteOperation {
    /** Reads the request message. */
    Parser<Q> parser();
}
