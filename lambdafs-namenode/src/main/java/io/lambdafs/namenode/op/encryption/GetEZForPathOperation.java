package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getEZForPath: the zone in which a path is; no zone if it is in none. */
final class GetEZForPathOperation implements ReadOperation<GetEZForPathRequestProto, GetEZForPathResponseProto> {
    @Override
    public Parser<GetEZForPathRequestProto> parser() {
        return GetEZForPathRequestProto.parser();
    }

    @Override
    public boolean isCacheable() {
        return true;
    }

    @Override
    public GetEZForPathResponseProto execute(CallContext call, Transaction tx, GetEZForPathRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.READ);
        GetEZForPathResponseProto.Builder response = GetEZForPathResponseProto.newBuilder();
        Zone.of(at).map(ZoneMessages::of).ifPresent(response::setZone);
        return response.build();
    }
}
