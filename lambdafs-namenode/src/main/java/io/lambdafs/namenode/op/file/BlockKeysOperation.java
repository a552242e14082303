package io.lambdafs.namenode.op.file;

import io.lambdafs.blockkey.BlockKeys;
import io.lambdafs.blockkey.StoredBlockKeys;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.EncodedReadOperation;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.BlockKeyList;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * {@value BlockKeyList#METHOD}: the keys that sign block tokens, for a balancer in a cluster that is in secure mode. For superusers, also
 * where permissions are off: a program that has the keys can read every block.
 */
final class BlockKeysOperation implements EncodedReadOperation<MsyncRequestProto, MsyncResponseProto> {
    @Override
    public Parser<MsyncRequestProto> parser() {
        return MsyncRequestProto.parser();
    }

    @Override
    public byte[] answer(CallContext call, Transaction tx, MsyncRequestProto request) {
        PermissionChecker.ofOwner(call).requireSuperuser(BlockKeyList.METHOD);
        BlockKeys keys = StoredBlockKeys.read(tx)
                .orElseThrow(() -> new FsException(
                        ErrorCode.IO_ERROR,
                        "The file system has no block keys yet. DataNodes make them: make sure that DataNodes run, and that"
                                + " LAMBDAFS_SECURE is true for them"));
        return new BlockKeyList(
                        keys.interval().toMillis(),
                        keys.lifetime().toMillis(),
                        keys.current().id(),
                        keys.all().stream()
                                .map(key -> new BlockKeyList.Key(key.id(), key.expiryMillis(), key.secret()))
                                .toList())
                .encode();
    }
}
