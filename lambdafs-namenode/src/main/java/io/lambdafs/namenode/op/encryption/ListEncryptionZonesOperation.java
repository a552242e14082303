package io.lambdafs.namenode.op.encryption;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.encryption.EncryptionZones;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListEncryptionZonesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** listEncryptionZones: a page of all zones, for superusers. */
final class ListEncryptionZonesOperation
        implements ReadOperation<ListEncryptionZonesRequestProto, ListEncryptionZonesResponseProto> {
    /** HDFS's default of dfs.namenode.list.encryption.zones.num.responses. */
    private static final int PAGE = 100;

    @Override
    public Parser<ListEncryptionZonesRequestProto> parser() {
        return ListEncryptionZonesRequestProto.parser();
    }

    @Override
    public ListEncryptionZonesResponseProto execute(
            CallContext call, Transaction tx, ListEncryptionZonesRequestProto request) {
        new PermissionChecker(call).requireSuperuser("listEncryptionZones");
        EncryptionZones.Page page = EncryptionZones.in(tx).after(Math.max(0, request.getId()), PAGE);
        return ListEncryptionZonesResponseProto.newBuilder()
                .addAllZones(page.zones().stream().map(ZoneMessages::of).toList())
                .setHasMore(page.more())
                .build();
    }
}
