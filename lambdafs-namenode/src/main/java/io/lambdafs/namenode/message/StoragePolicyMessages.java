package io.lambdafs.namenode.message;

import io.lambdafs.storage.StoragePolicy;
import io.lambdafs.storage.StorageType;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypesProto;

/** Conversion of storage policies to messages. */
public final class StoragePolicyMessages {
    private StoragePolicyMessages() {}

    public static BlockStoragePolicyProto policy(StoragePolicy policy) {
        return BlockStoragePolicyProto.newBuilder()
                .setPolicyId(policy.number())
                .setName(policy.name())
                .setCreationPolicy(types(policy.types()))
                .setCreationFallbackPolicy(types(policy.creationFallbacks()))
                .setReplicationFallbackPolicy(types(policy.replicationFallbacks()))
                .build();
    }

    private static StorageTypesProto types(List<StorageType> types) {
        return StorageTypesProto.newBuilder()
                .addAllStorageTypes(types.stream()
                        .map(type -> StorageTypeProto.valueOf(type.name()))
                        .toList())
                .build();
    }
}
