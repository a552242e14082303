package io.lambdafs.namenode.op.constant;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import java.util.List;
import org.apache.hadoop.ha.proto.HAServiceProtocolProtos.HAServiceStateProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDataEncryptionKeyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEnclosingRootRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetEnclosingRootResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileLinkInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileLinkInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsECBlockGroupStatsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsECBlockGroupStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSlowDatanodeReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSlowDatanodeReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.HAServiceStateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.HAServiceStateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeActionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.EncryptionZonesProtos.GetEZForPathResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPoliciesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPoliciesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.GetErasureCodingPolicyResponseProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenRequestProto;
import org.apache.hadoop.security.proto.SecurityProtos.GetDelegationTokenResponseProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** What a cluster without encryption, erasure coding, tokens, ACLs and symbolic links answers, message by message. */
final class FixedAnswersTest {
    private final NameNodeFixture fixture = new NameNodeFixture();

    /** What a method must answer to a request. */
    private record Row(String method, MessageLite request, MessageLite answer) {}

    @Test
    void featuresThatAreNotThere_areAnsweredAsHdfsDoesWithoutThem() {
        assertAnswers(List.of(
                row(
                        "getErasureCodingPolicy",
                        GetErasureCodingPolicyRequestProto.newBuilder().setSrc("/"),
                        GetErasureCodingPolicyResponseProto.newBuilder()),
                row(
                        "getErasureCodingPolicies",
                        GetErasureCodingPoliciesRequestProto.newBuilder(),
                        GetErasureCodingPoliciesResponseProto.newBuilder()),
                row(
                        "getEZForPath",
                        GetEZForPathRequestProto.newBuilder().setSrc("/a"),
                        GetEZForPathResponseProto.newBuilder()),
                row(
                        "getDataEncryptionKey",
                        GetDataEncryptionKeyRequestProto.newBuilder(),
                        GetDataEncryptionKeyResponseProto.newBuilder()),
                row(
                        "getDelegationToken",
                        GetDelegationTokenRequestProto.newBuilder().setRenewer("yarn"),
                        GetDelegationTokenResponseProto.newBuilder()),
                row(
                        "getEnclosingRoot",
                        GetEnclosingRootRequestProto.newBuilder().setFilename("/a/b"),
                        GetEnclosingRootResponseProto.newBuilder().setEnclosingRootPath("/")),
                row(
                        "rollingUpgrade",
                        RollingUpgradeRequestProto.newBuilder().setAction(RollingUpgradeActionProto.QUERY),
                        RollingUpgradeResponseProto.newBuilder()),
                row(
                        "getAclStatus",
                        GetAclStatusRequestProto.newBuilder().setSrc("/"),
                        GetAclStatusResponseProto.newBuilder()
                                .setResult(AclStatusProto.newBuilder()
                                        .setOwner("hdfs")
                                        .setGroup("supergroup")
                                        .setSticky(false)
                                        .setPermission(
                                                FsPermissionProto.newBuilder().setPerm(0755))))));
    }

    @Test
    void stateOfTheCluster_isThatOfOneActiveNameNodeWithNothingWrong() {
        assertAnswers(List.of(
                row("msync", MsyncRequestProto.newBuilder(), MsyncResponseProto.newBuilder()),
                row(
                        "getHAServiceState",
                        HAServiceStateRequestProto.newBuilder(),
                        HAServiceStateResponseProto.newBuilder().setState(HAServiceStateProto.ACTIVE)),
                row(
                        "getSlowDatanodeReport",
                        GetSlowDatanodeReportRequestProto.newBuilder(),
                        GetSlowDatanodeReportResponseProto.newBuilder()),
                row(
                        "getFsReplicatedBlockStats",
                        GetFsReplicatedBlockStatsRequestProto.newBuilder(),
                        GetFsReplicatedBlockStatsResponseProto.newBuilder()
                                .setLowRedundancy(0)
                                .setCorruptBlocks(0)
                                .setMissingBlocks(0)
                                .setMissingReplOneBlocks(0)
                                .setBlocksInFuture(0)
                                .setPendingDeletionBlocks(0)
                                .setHighestPrioLowRedundancyBlocks(0)
                                .setBadlyDistributedBlocks(0)),
                row(
                        "getFsECBlockGroupStats",
                        GetFsECBlockGroupStatsRequestProto.newBuilder(),
                        GetFsECBlockGroupStatsResponseProto.newBuilder()
                                .setLowRedundancy(0)
                                .setCorruptBlocks(0)
                                .setMissingBlocks(0)
                                .setBlocksInFuture(0)
                                .setPendingDeletionBlocks(0))));
    }

    @Test
    void getFileLinkInfo_isGetFileInfo() {
        for (String path : List.of("/", "/none")) {
            GetFileInfoResponseProto info = fixture.call(
                    "getFileInfo",
                    GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                    GetFileInfoResponseProto.parser());
            GetFileLinkInfoResponseProto linkInfo = fixture.call(
                    "getFileLinkInfo",
                    GetFileLinkInfoRequestProto.newBuilder().setSrc(path).build(),
                    GetFileLinkInfoResponseProto.parser());
            assertThat(linkInfo.hasFs()).as(path).isEqualTo(path.equals("/"));
            assertThat(linkInfo.getFs()).as(path).isEqualTo(info.getFs());
        }
    }

    private static Row row(String method, MessageLite.Builder request, MessageLite.Builder answer) {
        return new Row(method, request.build(), answer.build());
    }

    private void assertAnswers(List<Row> rows) {
        SoftAssertions answers = new SoftAssertions();
        for (Row row : rows) {
            MessageLite answer =
                    fixture.call(row.method(), row.request(), row.answer().getParserForType());
            answers.assertThat(answer).as(row.method()).isEqualTo(row.answer());
        }
        answers.assertAll();
    }
}
