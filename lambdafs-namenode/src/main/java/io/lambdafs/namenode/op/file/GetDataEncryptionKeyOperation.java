package io.lambdafs.namenode.op.file;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.blocktoken.BlockTokens;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getDataEncryptionKey: a key with which a client and DataNodes encrypt what they transfer. Every caller gets one, as on HDFS: it opens a
 * connection, and gives no right to a block. An operation of clusters in secure mode.
 */
final class GetDataEncryptionKeyOperation
        implements ReadOperation<GetDataEncryptionKeyRequestProto, GetDataEncryptionKeyResponseProto> {
    private final BlockTokens tokens;

    GetDataEncryptionKeyOperation(BlockTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Parser<GetDataEncryptionKeyRequestProto> parser() {
        return GetDataEncryptionKeyRequestProto.parser();
    }

    @Override
    public GetDataEncryptionKeyResponseProto execute(
            CallContext call, Transaction tx, GetDataEncryptionKeyRequestProto request) {
        return GetDataEncryptionKeyResponseProto.newBuilder()
                .setDataEncryptionKey(tokens.encryptionKey(call, tx))
                .build();
    }
}
