package io.lambdafs.namenode.op.constant;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSymlinkRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetServerDefaultsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SafeModeActionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetSafeModeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetSafeModeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.SetErasureCodingPolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ErasureCodingProtos.SetErasureCodingPolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.FsServerDefaultsProto;
import org.junit.jupiter.api.Test;

final class ConstantOperationsTest {
    private final NameNodeFixture fixture = new NameNodeFixture();

    @Test
    void getServerDefaults_tellsHdfssDefaults() {
        FsServerDefaultsProto defaults = fixture.call(
                        "getServerDefaults",
                        GetServerDefaultsRequestProto.getDefaultInstance(),
                        GetServerDefaultsResponseProto.parser())
                .getServerDefaults();
        assertThat(defaults.getBlockSize()).isEqualTo(128 << 20);
        assertThat(defaults.getReplication()).isEqualTo(3);
    }

    @Test
    void setSafeMode_isOff() {
        assertThat(fixture.callAs(
                                "bob",
                                "setSafeMode",
                                action(SafeModeActionProto.SAFEMODE_GET),
                                SetSafeModeResponseProto.parser())
                        .getResult())
                .isFalse();
        assertThat(fixture.refusal("bob", "setSafeMode", action(SafeModeActionProto.SAFEMODE_LEAVE)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access denied for user bob. Superuser privilege is required for operation setSafeMode"));
        assertThat(fixture.refusal("hdfs", "setSafeMode", action(SafeModeActionProto.SAFEMODE_ENTER))
                        .code())
                .isEqualTo(ErrorCode.UNSUPPORTED_OPERATION);
    }

    @Test
    void setErasureCodingPolicy_acceptsReplicationOnly() {
        SetErasureCodingPolicyRequestProto.Builder request =
                SetErasureCodingPolicyRequestProto.newBuilder().setSrc("/").setEcPolicyName("replication");
        fixture.call("setErasureCodingPolicy", request.build(), SetErasureCodingPolicyResponseProto.parser());
        assertThat(fixture.refusal(
                        "hdfs",
                        "setErasureCodingPolicy",
                        request.setSrc("/none").build()))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Path not found: /none"));
        assertThat(fixture.refusal(
                                "hdfs",
                                "setErasureCodingPolicy",
                                request.setEcPolicyName("RS-6-3-1024k").build())
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void missingFeature_isNamed() {
        CreateSymlinkRequestProto request = CreateSymlinkRequestProto.newBuilder()
                .setTarget("/a")
                .setLink("/b")
                .setDirPerm(FsPermissionProto.newBuilder().setPerm(0755))
                .setCreateParent(true)
                .build();
        assertThat(fixture.refusal("hdfs", "createSymlink", request))
                .isEqualTo(new Refusal(ErrorCode.UNSUPPORTED_OPERATION, "Symlinks not supported"));
    }

    private static SetSafeModeRequestProto action(SafeModeActionProto action) {
        return SetSafeModeRequestProto.newBuilder().setAction(action).build();
    }
}
