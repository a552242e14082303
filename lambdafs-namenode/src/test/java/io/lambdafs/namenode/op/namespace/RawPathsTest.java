package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Paths below /.reserved/raw lead to what they would lead to without it; only superusers change anything by them. */
final class RawPathsTest {
    private static final String RAW = "/.reserved/raw";

    private final NameNodeFixture fixture = new NameNodeFixture();
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @BeforeEach
    void makeTree() {
        hdfs.mkdirs("/bobs", 0777);
        bob.mkdirs("/bobs/d", 0755);
        bob.file("/bobs/f");
    }

    @Test
    void rawPath_namesTheSameInode() {
        assertThat(hdfs.status(RAW + "/bobs/f")).isEqualTo(hdfs.status("/bobs/f"));
        assertThat(hdfs.status(RAW)).isEqualTo(hdfs.status("/"));
        assertThat(bob.status(RAW + "/bobs/d")).isEqualTo(bob.status("/bobs/d"));
        assertThat(hdfs.list(RAW)).isEqualTo(hdfs.list("/"));
        assertThat(hdfs.list(RAW + "/bobs")).containsExactly("d", "f");
        assertThat(hdfs.exists(RAW + "/none")).isFalse();
        assertThat(hdfs.exists(RAW + "/.reserved")).isFalse();
    }

    @Test
    void superuser_changesThingsByTheirRawPaths() {
        hdfs.mkdirs(RAW + "/new/dir");
        assertThat(hdfs.exists("/new/dir")).isTrue();
        assertThat(hdfs.rename(RAW + "/bobs/f", RAW + "/new/dir")).isTrue();
        assertThat(hdfs.exists("/new/dir/f")).isTrue();
        assertThat(hdfs.rename("/new/dir/f", RAW + "/g")).isTrue();
        hdfs.chmod(RAW + "/g", 0600);
        assertThat(hdfs.status("/g").getPermission().getPerm()).isEqualTo(0600);
        assertThat(hdfs.delete(RAW + "/g", false)).isTrue();
        assertThat(hdfs.exists("/g")).isFalse();
        assertThat(hdfs.delete(RAW, true)).isFalse();
    }

    @Test
    void others_changeNothingByRawPaths() {
        Map<String, MessageLite> requests = new TreeMap<>();
        requests.put("mkdirs", NamespaceClient.mkdirsRequest(RAW + "/bobs/x", 0755, true));
        requests.put("delete", NamespaceClient.deleteRequest(RAW + "/bobs/f", false));
        requests.put("rename", renaming(RAW + "/bobs/f", "/bobs/g"));
        requests.put("rename2", NamespaceClient.rename2Request("/bobs/f", RAW + "/bobs/g", false));
        requests.put(
                "setPermission",
                SetPermissionRequestProto.newBuilder()
                        .setSrc(RAW + "/bobs/f")
                        .setPermission(FsPermissionProto.newBuilder().setPerm(0600))
                        .build());
        requests.put(
                "setTimes",
                SetTimesRequestProto.newBuilder()
                        .setSrc(RAW + "/bobs/f")
                        .setMtime(1)
                        .setAtime(1)
                        .build());
        Refusal refused =
                new Refusal(ErrorCode.ACCESS_DENIED, "Access denied for user bob. Superuser privilege is required");
        requests.forEach((method, request) ->
                assertThat(bob.refusal(method, request)).as(method).isEqualTo(refused));
        assertThat(bob.refusal("mkdirs", NamespaceClient.mkdirsRequest(RAW + "/bobs/d", 0755, true)))
                .isEqualTo(refused);
        assertThat(bob.refusal("rename", renaming("/bobs/f", RAW + "/bobs/d"))).isEqualTo(refused);
        assertThat(bob.list("/bobs")).containsExactly("d", "f");
    }

    private static RenameRequestProto renaming(String source, String destination) {
        return RenameRequestProto.newBuilder()
                .setSrc(source)
                .setDst(destination)
                .build();
    }
}
