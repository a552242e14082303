package io.lambdafs.namenode.op.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.FeatureConfig;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePoliciesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UnsetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Storage policies of directories: which users may set them, what applies below, and what is shown of it. */
final class StoragePolicyOperationsTest {
    private static final int HOT = 7;
    private static final int COLD = 2;
    private static final int ALL_SSD = 12;

    private NameNodeFixture fixture = new NameNodeFixture();

    @BeforeEach
    void makeTree() {
        mkdirs(NameNodeFixture.SUPERUSER, "/a", 0777);
        mkdirs("bob", "/a/b", 0755);
        mkdirs("bob", "/a/b/c", 0755);
    }

    @Test
    void policy_appliesBelow_untilAnotherIsSet() {
        assertThat(policy("/a/b/c")).isEqualTo("HOT");
        assertThat(shown("/a/b/c")).isZero();
        set("bob", "/a/b", "COLD");
        assertThat(policy("/a/b/c")).isEqualTo("COLD");
        assertThat(shown("/a/b/c")).isEqualTo(COLD);
        assertThat(shown("/a")).isZero();
        set("bob", "/a/b/c", "all_ssd");
        assertThat(policy("/a/b/c")).isEqualTo("ALL_SSD");
        assertThat(listed("/a/b")).containsExactly(ALL_SSD);
        assertThat(listed("/a")).containsExactly(COLD);
        unset("bob", "/a/b/c");
        assertThat(listed("/a/b")).containsExactly(COLD);
        unset("bob", "/a/b");
        assertThat(listed("/a/b")).containsExactly(0);
        assertThat(policy("/a/b/c")).isEqualTo("HOT");
        set(NameNodeFixture.SUPERUSER, "/", "HOT");
        assertThat(shown("/a/b/c")).isEqualTo(HOT);
    }

    @Test
    void unknownPolicy_andMissingPath_areRefused() {
        assertThat(refusal("bob", "/a/b", "LUKEWARM"))
                .isEqualTo(
                        new Refusal(ErrorCode.INVALID_ARGUMENT, "Cannot find a block policy with the name LUKEWARM"));
        assertThat(refusal("bob", "/a/none", "COLD"))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File/Directory does not exist: /a/none"));
        assertThat(fixture.refusal("bob", "getStoragePolicy", getting("/a/none")))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File/Directory does not exist: /a/none"));
        assertThat(fixture.refusal("bob", "unsetStoragePolicy", unsetting("/a/none")))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File/Directory does not exist: /a/none"));
    }

    @Test
    void whoMayWrite_maySet_andWhoMayRead_mayAsk() {
        assertThat(refusal("carol", "/a/b", "COLD").code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        set("carol", "/a", "COLD");
        mkdirs("bob", "/a/closed", 0700);
        assertThat(fixture.refusal("carol", "getStoragePolicy", getting("/a/closed"))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(fixture.refusal("carol", "unsetStoragePolicy", unsetting("/a/b"))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void policiesThatAreOff_areRefused_butAnswered() {
        FeatureConfig features = new FeatureConfig(true, 32, 16_384, false, false, Duration.ZERO, Duration.ZERO);
        fixture = new NameNodeFixture(
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withFeatures(features), Map.of());
        assertThat(refusal(NameNodeFixture.SUPERUSER, "/", "COLD"))
                .isEqualTo(new Refusal(
                        ErrorCode.IO_ERROR,
                        "Failed to set storage policy since dfs.storage.policy.enabled is set to false."));
        assertThat(fixture.refusal(NameNodeFixture.SUPERUSER, "unsetStoragePolicy", unsetting("/")))
                .isEqualTo(new Refusal(
                        ErrorCode.IO_ERROR,
                        "Failed to unset storage policy since dfs.storage.policy.enabled is set to false."));
        assertThat(policy("/")).isEqualTo("HOT");
    }

    @Test
    void allPolicies_areListed() {
        List<BlockStoragePolicyProto> policies = fixture.call(
                        "getStoragePolicies",
                        GetStoragePoliciesRequestProto.getDefaultInstance(),
                        GetStoragePoliciesResponseProto.parser())
                .getPoliciesList();
        assertThat(policies)
                .extracting(BlockStoragePolicyProto::getName)
                .containsExactly("PROVIDED", "COLD", "WARM", "HOT", "ONE_SSD", "ALL_SSD", "ALL_NVDIMM", "LAZY_PERSIST");
        BlockStoragePolicyProto ssd = policies.get(5);
        assertThat(ssd.getPolicyId()).isEqualTo(ALL_SSD);
        assertThat(ssd.getCreationPolicy().getStorageTypesList()).containsExactly(StorageTypeProto.SSD);
        assertThat(ssd.getCreationFallbackPolicy().getStorageTypesList()).containsExactly(StorageTypeProto.DISK);
        assertThat(ssd.getReplicationFallbackPolicy().getStorageTypesList()).containsExactly(StorageTypeProto.DISK);
    }

    private void mkdirs(String user, String path, int mode) {
        fixture.callAs(
                user,
                "mkdirs",
                MkdirsRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                        .setCreateParent(true)
                        .build(),
                MkdirsResponseProto.parser());
    }

    private static SetStoragePolicyRequestProto setting(String path, String policy) {
        return SetStoragePolicyRequestProto.newBuilder()
                .setSrc(path)
                .setPolicyName(policy)
                .build();
    }

    private void set(String user, String path, String policy) {
        fixture.callAs(user, "setStoragePolicy", setting(path, policy), SetStoragePolicyResponseProto.parser());
    }

    private Refusal refusal(String user, String path, String policy) {
        return fixture.refusal(user, "setStoragePolicy", setting(path, policy));
    }

    private static UnsetStoragePolicyRequestProto unsetting(String path) {
        return UnsetStoragePolicyRequestProto.newBuilder().setSrc(path).build();
    }

    private void unset(String user, String path) {
        fixture.callAs(user, "unsetStoragePolicy", unsetting(path), UnsetStoragePolicyResponseProto.parser());
    }

    private static GetStoragePolicyRequestProto getting(String path) {
        return GetStoragePolicyRequestProto.newBuilder().setPath(path).build();
    }

    private String policy(String path) {
        return fixture.call("getStoragePolicy", getting(path), GetStoragePolicyResponseProto.parser())
                .getStoragePolicy()
                .getName();
    }

    private int shown(String path) {
        return fixture.call(
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                        GetFileInfoResponseProto.parser())
                .getFs()
                .getStoragePolicy();
    }

    private List<Integer> listed(String path) {
        return fixture
                .call(
                        "getListing",
                        GetListingRequestProto.newBuilder()
                                .setSrc(path)
                                .setStartAfter(ByteString.EMPTY)
                                .setNeedLocation(false)
                                .build(),
                        GetListingResponseProto.parser())
                .getDirList()
                .getPartialListingList()
                .stream()
                .map(HdfsFileStatusProto::getStoragePolicy)
                .toList();
    }
}
