package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getEZForPath: the zone in which a path is; no zone if it is in none. */
final class GetEZForPathOperation implements CacheableOperation<GetEZForPathRequestProto, GetEZForPathResponseProto> {
    @Override
    public Parser<GetEZForPathRequestProto> parser() {
        return GetEZForPathRequestProto.parser();
    }

    @Override
    public GetEZForPathResponseProto execute(CallContext call, ReadView view, GetEZForPathRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.READ);
        GetEZForPathResponseProto.Builder response = GetEZForPathResponseProto.newBuilder();
        Zone.of(at).map(ZoneMessages::of).ifPresent(response::setZone);
        return response.build();
    }
}
