package io.lambdafs.namenode.op.quota;

import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.storage.StorageType;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfoProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;

/** Quotas by type of storage as HDFS's messages show them. */
public final class QuotaMessages {
    private QuotaMessages() {}

    /** The quota and the use of each type; empty where HDFS leaves them out: no type has a quota or is used. */
    public static Optional<StorageTypeQuotaInfosProto> types(QuotaCounts limits, QuotaCounts used) {
        StorageTypeQuotaInfosProto.Builder infos = StorageTypeQuotaInfosProto.newBuilder();
        boolean shown = false;
        for (StorageType type : StorageType.values()) {
            if (type.isTransient()) {
                continue;
            }
            long limit = limits.get(type.quotaDimension());
            long consumed = used.get(type.quotaDimension());
            shown |= limit > 0 || consumed > 0;
            infos.addTypeQuotaInfo(StorageTypeQuotaInfoProto.newBuilder()
                    .setType(StorageTypeProto.valueOf(type.name()))
                    .setQuota(limit)
                    .setConsumed(consumed));
        }
        return shown ? Optional.of(infos.build()) : Optional.empty();
    }
}
