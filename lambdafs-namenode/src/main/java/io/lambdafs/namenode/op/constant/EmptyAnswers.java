package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.Operation;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCachePoolsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCachePoolsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListReencryptionStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.ListReencryptionStatusResponseProto;

/**
 * What HDFS answers where a feature is there and nobody uses it. Programs ask for these lists whatever they find, as for
 * the attributes that a copy preserves, so a refusal would stop them.
 */
final class EmptyAnswers {
    private EmptyAnswers() {}

    static Map<String, Operation<?, ?>> all() {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        operations.put("getECTopologyResultForPolicies", new ErasureCodingTopologyOperation());
        operations.put("listCacheDirectives", new ListCacheDirectivesOperation());
        operations.put(
                "listCachePools",
                new FixedAnswer<>(
                        ListCachePoolsRequestProto.parser(),
                        ListCachePoolsResponseProto.newBuilder()
                                .setHasMore(false)
                                .build()));
        operations.put(
                "listReencryptionStatus",
                new EmptyAnswer<>(
                        "listReencryptionStatus",
                        ListReencryptionStatusRequestProto.parser(),
                        ListReencryptionStatusResponseProto.newBuilder()
                                .setHasMore(false)
                                .build()));
        return operations;
    }
}
