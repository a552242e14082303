package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.Operation;
import io.lambdafs.storage.StoragePolicies;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceStateProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsECBlockGroupStatsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsECBlockGroupStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSlowDatanodeReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSlowDatanodeReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.HAServiceStateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.HAServiceStateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpgradeStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpgradeStatusResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingCodecsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingCodecsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPoliciesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ChecksumTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.FsServerDefaultsProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;

/** The methods with answers that are fixed, by their names. */
public final class ConstantOperations {
    private ConstantOperations() {}

    /**
     * All of them.
     *
     * @param keyProviderUri how clients reach the key provider; empty for none
     */
    public static Map<String, Operation<?, ?>> all(NameNodeConfig config, String keyProviderUri) {
        Map<String, Operation<?, ?>> operations = new TreeMap<>(UnsupportedOperations.all());
        operations.putAll(EmptyAnswers.all());
        operations.putAll(ofTheCluster(config, keyProviderUri));
        operations.putAll(ofPaths());
        return operations;
    }

    private static Map<String, Operation<?, ?>> ofTheCluster(NameNodeConfig config, String keyProviderUri) {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        // In secure mode another operation takes its place.
        operations.put(
                "getDataEncryptionKey",
                new FixedAnswer<>(
                        GetDataEncryptionKeyRequestProto.parser(),
                        GetDataEncryptionKeyResponseProto.getDefaultInstance()));
        operations.put(
                "getDelegationToken",
                new FixedAnswer<>(
                        GetDelegationTokenRequestProto.parser(), GetDelegationTokenResponseProto.getDefaultInstance()));
        operations.put(
                "getErasureCodingCodecs",
                new FixedAnswer<>(
                        GetErasureCodingCodecsRequestProto.parser(),
                        GetErasureCodingCodecsResponseProto.getDefaultInstance()));
        operations.put(
                "getErasureCodingPolicies",
                new FixedAnswer<>(
                        GetErasureCodingPoliciesRequestProto.parser(),
                        GetErasureCodingPoliciesResponseProto.getDefaultInstance()));
        operations.put(
                "getFsECBlockGroupStats",
                new FixedAnswer<>(GetFsECBlockGroupStatsRequestProto.parser(), noBlockGroups()));
        operations.put("getFsReplicatedBlockStats", new ReplicatedBlockStatsOperation());
        operations.put(
                "getHAServiceState",
                new FixedAnswer<>(
                        HAServiceStateRequestProto.parser(),
                        HAServiceStateResponseProto.newBuilder()
                                .setState(HAServiceStateProto.ACTIVE)
                                .build()));
        operations.put(
                "getServerDefaults",
                new FixedAnswer<>(GetServerDefaultsRequestProto.parser(), serverDefaults(config, keyProviderUri)));
        operations.put(
                "getSlowDatanodeReport",
                new FixedAnswer<>(
                        GetSlowDatanodeReportRequestProto.parser(),
                        GetSlowDatanodeReportResponseProto.getDefaultInstance()));
        operations.put("msync", new FixedAnswer<>(MsyncRequestProto.parser(), MsyncResponseProto.getDefaultInstance()));
        operations.put("rollingUpgrade", new RollingUpgradeOperation());
        operations.put("setSafeMode", new SetSafeModeOperation());
        operations.put(
                "upgradeStatus",
                new FixedAnswer<>(
                        UpgradeStatusRequestProto.parser(),
                        UpgradeStatusResponseProto.newBuilder()
                                .setUpgradeFinalized(true)
                                .build()));
        return operations;
    }

    private static Map<String, Operation<?, ?>> ofPaths() {
        Map<String, Operation<?, ?>> operations = new TreeMap<>();
        operations.put(
                "getErasureCodingPolicy",
                new FixedAnswerForPath<>(
                        GetErasureCodingPolicyRequestProto.parser(),
                        GetErasureCodingPolicyRequestProto::getSrcBytes,
                        "Path not found: ",
                        GetErasureCodingPolicyResponseProto.getDefaultInstance()));
        operations.put("setErasureCodingPolicy", new SetErasureCodingPolicyOperation());
        return operations;
    }

    private static GetFsECBlockGroupStatsResponseProto noBlockGroups() {
        return GetFsECBlockGroupStatsResponseProto.newBuilder()
                .setLowRedundancy(0)
                .setCorruptBlocks(0)
                .setMissingBlocks(0)
                .setBlocksInFuture(0)
                .setPendingDeletionBlocks(0)
                .build();
    }

    private static GetServerDefaultsResponseProto serverDefaults(NameNodeConfig config, String keyProviderUri) {
        return GetServerDefaultsResponseProto.newBuilder()
                .setServerDefaults(FsServerDefaultsProto.newBuilder()
                        .setBlockSize(config.files().blockSize())
                        .setBytesPerChecksum(512)
                        .setWritePacketSize(64 * 1024)
                        .setReplication(config.files().replication())
                        .setFileBufferSize(4096)
                        .setEncryptDataTransfer(config.security().isSecure())
                        .setTrashInterval(config.features().trashInterval().toMinutes())
                        .setChecksumType(ChecksumTypeProto.CHECKSUM_CRC32C)
                        .setKeyProviderUri(keyProviderUri)
                        .setPolicyId(StoragePolicies.HOT.number()))
                .build();
    }
}
