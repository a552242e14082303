package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CacheDirectiveInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCacheDirectivesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCacheDirectivesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** listCacheDirectives: there are none; asking for one by its number is refused, as in HDFS. */
final class ListCacheDirectivesOperation
        implements ReadOperation<ListCacheDirectivesRequestProto, ListCacheDirectivesResponseProto> {
    private static final ListCacheDirectivesResponseProto NONE =
            ListCacheDirectivesResponseProto.newBuilder().setHasMore(false).build();

    @Override
    public Parser<ListCacheDirectivesRequestProto> parser() {
        return ListCacheDirectivesRequestProto.parser();
    }

    @Override
    public ListCacheDirectivesResponseProto execute(
            CallContext call, Transaction tx, ListCacheDirectivesRequestProto request) {
        CacheDirectiveInfoProto filter = request.getFilter();
        if (filter.hasReplication()) {
            throw new FsException(ErrorCode.IO_ERROR, "Filtering by replication is unsupported.");
        }
        if (filter.hasId()) {
            throw new FsException(ErrorCode.IO_ERROR, "Did not find requested id " + filter.getId());
        }
        return NONE;
    }
}
