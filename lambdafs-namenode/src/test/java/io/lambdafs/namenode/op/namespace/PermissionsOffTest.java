package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetOwnerRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.junit.jupiter.api.Test;

/** What is still for owners alone where permissions are not checked. */
final class PermissionsOffTest {
    private final NamespaceClient hdfs = new NamespaceClient(
            new NameNodeFixture(
                    NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withPermissionsEnabled(false), Map.of()),
            NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @Test
    void everybodyReadsAndWritesEverywhere() {
        hdfs.mkdirs("/closed/d", 0700);
        bob.mkdirs("/closed/e");
        assertThat(bob.list("/closed")).containsExactly("d", "e");
        assertThat(bob.rename("/closed/d", "/closed/f")).isTrue();
        assertThat(bob.delete("/closed", true)).isTrue();
    }

    @Test
    void modesAndOwners_areForOwnersAndSuperusers() {
        hdfs.mkdirs("/hdfss");
        bob.mkdirs("/bobs");
        assertThat(bob.refusal("setPermission", chmod("/hdfss")))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED, "Permission denied. user=bob is not the owner of inode=/hdfss"));
        assertThat(bob.refusal("setOwner", chown("/hdfss", "bob")).code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(bob.refusal("setOwner", chown("/bobs", "alice")))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED, "User bob is not a super user (non-super user cannot change owner)."));
        bob.fixture.callAs("bob", "setPermission", chmod("/bobs"), SetPermissionResponseProto.parser());
        hdfs.fixture.call("setPermission", chmod("/bobs"), SetPermissionResponseProto.parser());
        assertThat(hdfs.status("/bobs").getPermission().getPerm()).isEqualTo(0700);
    }

    @Test
    void modes_behindClosedDirectories_areOutOfReach() {
        hdfs.mkdirs("/closed", 0700);
        bob.mkdirs("/closed/bobs");
        assertThat(bob.refusal("setPermission", chmod("/closed/bobs")).message())
                .startsWith("Permission denied: user=bob, access=EXECUTE, inode=\"/closed\"");
    }

    private static SetPermissionRequestProto chmod(String path) {
        return SetPermissionRequestProto.newBuilder()
                .setSrc(path)
                .setPermission(FsPermissionProto.newBuilder().setPerm(0700))
                .build();
    }

    private static SetOwnerRequestProto chown(String path, String owner) {
        return SetOwnerRequestProto.newBuilder().setSrc(path).setUsername(owner).build();
    }
}
