package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.FsActionProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CheckAccessResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetPreferredBlockSizeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetPreferredBlockSizeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AttributeOperationsTest {
    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @BeforeEach
    void makeTree() {
        hdfs.mkdirs("/open", 0777);
        bob.file("/open/bobs");
        hdfs.file("/open/other");
    }

    @Test
    void setPermission_byOwner_changesTheMode() {
        fixture.callAs("bob", "setPermission", mode("/open/bobs", 01600), SetPermissionResponseProto.parser());
        assertThat(hdfs.status("/open/bobs").getPermission().getPerm()).isEqualTo(01600);
    }

    @Test
    void setPermission_byOther_isDenied() {
        assertThat(bob.refusal("setPermission", mode("/open/other", 0777)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED, "Permission denied. user=bob is not the owner of inode=/open/other"));
        assertThat(bob.refusal("setPermission", mode("/open/none", 0777)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Directory/File does not exist /open/none"));
    }

    @Test
    void setOwner_bySuperuser_changesBoth() {
        SetOwnerRequestProto request = SetOwnerRequestProto.newBuilder()
                .setSrc("/open/bobs")
                .setUsername("carol")
                .setGroupname("staff")
                .build();
        fixture.call("setOwner", request, SetOwnerResponseProto.parser());
        assertThat(hdfs.status("/open/bobs").getOwner()).isEqualTo("carol");
        assertThat(hdfs.status("/open/bobs").getGroup()).isEqualTo("staff");
    }

    @Test
    void setOwner_toWhatIsNoName_isRefused() {
        for (String name : List.of("", "a\0b", "a\uFFFDb", "a".repeat(1025))) {
            SetOwnerRequestProto owner = SetOwnerRequestProto.newBuilder()
                    .setSrc("/")
                    .setUsername(name)
                    .build();
            assertThat(hdfs.refusal("setOwner", owner).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            SetOwnerRequestProto group = SetOwnerRequestProto.newBuilder()
                    .setSrc("/")
                    .setGroupname(name)
                    .build();
            assertThat(hdfs.refusal("setOwner", group).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void setOwner_byOwner_isForOwnGroupsOnly() {
        SetOwnerRequestProto.Builder request = SetOwnerRequestProto.newBuilder().setSrc("/open/bobs");
        fixture.callAs("bob", "setOwner", request.setGroupname("bob-group").build(), SetOwnerResponseProto.parser());
        assertThat(hdfs.status("/open/bobs").getGroup()).isEqualTo("bob-group");
        assertThat(bob.refusal("setOwner", request.setGroupname("wheel").build())
                        .message())
                .isEqualTo("User bob does not belong to wheel");
        assertThat(bob.refusal("setOwner", request.setUsername("carol").build()).message())
                .isEqualTo("User bob is not a super user (non-super user cannot change owner).");
    }

    @Test
    void setTimes_ofAccess_isRefusedWhereThereAreNoAccessTimes() {
        NameNodeConfig config = NameNodeConfig.defaults(NameNodeFixture.SUPERUSER);
        NameNodeFixture without = new NameNodeFixture(
                config.withFeatures(config.features().withAccessTimePrecision(Duration.ZERO)), Map.of());
        SetTimesRequestProto.Builder request =
                SetTimesRequestProto.newBuilder().setSrc("/").setMtime(5).setAtime(6);
        assertThat(without.refusal(NameNodeFixture.SUPERUSER, "setTimes", request.build()))
                .isEqualTo(new NameNodeFixture.Refusal(
                        ErrorCode.IO_ERROR,
                        "Access time for hdfs is not configured. "
                                + " Please set dfs.namenode.accesstime.precision configuration parameter."));
        without.call("setTimes", request.setAtime(-1).build(), SetTimesResponseProto.parser());
    }

    @Test
    void setTimes_leavesWhatIsMinusOne() {
        SetTimesRequestProto.Builder request = SetTimesRequestProto.newBuilder()
                .setSrc("/open/bobs")
                .setMtime(-1)
                .setAtime(42);
        long modified = hdfs.status("/open/bobs").getModificationTime();
        fixture.callAs("bob", "setTimes", request.build(), SetTimesResponseProto.parser());
        assertThat(hdfs.status("/open/bobs").getAccessTime()).isEqualTo(42);
        assertThat(hdfs.status("/open/bobs").getModificationTime()).isEqualTo(modified);
        HdfsFileStatusProto changed = hdfs.status("/open/bobs");

        fixture.callAs("bob", "setTimes", request.setMtime(-2).setAtime(-7).build(), SetTimesResponseProto.parser());
        assertThat(hdfs.status("/open/bobs")).as("any negative time stays").isEqualTo(changed);
        assertThat(bob.refusal(
                                "setTimes",
                                request.setMtime(5).setSrc("/open/other").build())
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(bob.refusal("setTimes", request.setSrc("/open/none").build()))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File/Directory /open/none does not exist."));
    }

    @Test
    void setReplication_queuesTheBlocksOfFiles() {
        assertThat(replicate("/open/bobs", 3)).isTrue();
        assertThat(hdfs.status("/open/bobs").getBlockReplication()).isEqualTo(3);
        assertThat(fixture.runner.<Long>read(tx -> tx.work().replicationQueueLength()))
                .isEqualTo(1);
        assertThat(replicate("/open", 3)).isFalse();
        assertThat(replicate("/nothing", 3)).isFalse();
    }

    @Test
    void setReplication_outOfBounds_isRefused() {
        assertThat(bob.refusal("setReplication", replication("/open/bobs", 513)))
                .isEqualTo(new Refusal(
                        ErrorCode.IO_ERROR,
                        "Requested replication factor of 513 exceeds maximum of 512 for /open/bobs"));
        assertThat(bob.refusal("setReplication", replication("/open/bobs", -1)).message())
                .isEqualTo("Requested replication factor of -1 is less than the required minimum of 1"
                        + " for /open/bobs");
    }

    @Test
    void getPreferredBlockSize_isForFiles() {
        GetPreferredBlockSizeRequestProto.Builder request =
                GetPreferredBlockSizeRequestProto.newBuilder().setFilename("/open/bobs");
        assertThat(fixture.call("getPreferredBlockSize", request.build(), GetPreferredBlockSizeResponseProto.parser())
                        .getBsize())
                .isEqualTo(128);
        assertThat(hdfs.refusal(
                        "getPreferredBlockSize", request.setFilename("/open").build()))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Path is not a file: /open"));
    }

    @Test
    void checkAccess_tellsByRefusing() {
        CheckAccessRequestProto.Builder request =
                CheckAccessRequestProto.newBuilder().setPath("/open/other").setMode(FsActionProto.READ);
        fixture.callAs("bob", "checkAccess", request.build(), CheckAccessResponseProto.parser());
        assertThat(bob.refusal(
                                "checkAccess",
                                request.setMode(FsActionProto.READ_WRITE).build())
                        .message())
                .isEqualTo("Permission denied: user=bob, access=READ_WRITE, inode=\"/open/other\""
                        + ":hdfs:supergroup:-rw-r--r--");
        assertThat(bob.refusal("checkAccess", request.setPath("/none").build()))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Path not found: /none"));
    }

    private static SetPermissionRequestProto mode(String path, int mode) {
        return SetPermissionRequestProto.newBuilder()
                .setSrc(path)
                .setPermission(FsPermissionProto.newBuilder().setPerm(mode))
                .build();
    }

    private boolean replicate(String path, int count) {
        return fixture.call("setReplication", replication(path, count), SetReplicationResponseProto.parser())
                .getResult();
    }

    private static SetReplicationRequestProto replication(String path, int count) {
        return SetReplicationRequestProto.newBuilder()
                .setSrc(path)
                .setReplication(count)
                .build();
    }
}
