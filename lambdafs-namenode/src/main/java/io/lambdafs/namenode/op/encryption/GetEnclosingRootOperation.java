package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEnclosingRootRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEnclosingRootResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getEnclosingRoot: the root of the zone in which a path is, from which nothing can be renamed out; else the root of all. */
final class GetEnclosingRootOperation
        implements CacheableOperation<GetEnclosingRootRequestProto, GetEnclosingRootResponseProto> {
    @Override
    public Parser<GetEnclosingRootRequestProto> parser() {
        return GetEnclosingRootRequestProto.parser();
    }

    @Override
    public GetEnclosingRootResponseProto execute(
            CallContext call, ReadView view, GetEnclosingRootRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getFilenameBytes()));
        return GetEnclosingRootResponseProto.newBuilder()
                .setEnclosingRootPath(
                        Zone.of(at).map(zone -> zone.path().toString()).orElse("/"))
                .build();
    }
}
