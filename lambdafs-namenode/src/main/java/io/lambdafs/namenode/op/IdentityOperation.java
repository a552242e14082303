package io.lambdafs.namenode.op;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.EncodedReadOperation;
import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.FileSystemIdentity;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Tells which file system this is, for the {@code versionRequest} of Hadoop's NamenodeProtocol that a gateway answers. A NameNode has no
 * classes of that protocol's messages, so the answer is a {@link FileSystemIdentity}. Its request has no fields, as that of msync.
 */
final class IdentityOperation implements EncodedReadOperation<MsyncRequestProto, MsyncResponseProto> {
    private final byte[] answer;

    IdentityOperation(ClusterIdentity identity) {
        answer = new FileSystemIdentity(
                        identity.namespaceId(), identity.clusterId(), identity.blockPoolId(), identity.creationMillis())
                .encode();
    }

    @Override
    public Parser<MsyncRequestProto> parser() {
        return MsyncRequestProto.parser();
    }

    @Override
    public byte[] answer(CallContext call, Transaction tx, MsyncRequestProto request) {
        return answer.clone();
    }
}
