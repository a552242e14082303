package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.junit.jupiter.api.Test;

final class MkdirsOperationTest {
    private final NameNodeFixture fixture = new NameNodeFixture();

    @Test
    void mkdirs_withMissingParents_makesThemWritableForTheOwner() {
        assertThat(mkdirs("/a/b/c", 0500).getResult()).isTrue();

        assertThat(status("/a").getPermission().getPerm()).isEqualTo(0700);
        assertThat(status("/a/b/c").getPermission().getPerm()).isEqualTo(0500);
        assertThat(status("/a/b/c").getOwner()).isEqualTo("hdfs");
        assertThat(status("/a/b/c").getGroup()).isEqualTo(status("/").getGroup());
    }

    @Test
    void mkdirs_ofExistingDirectory_succeeds() {
        mkdirs("/a", 0755);
        assertThat(mkdirs("/a", 0700).getResult()).isTrue();
        assertThat(status("/a").getPermission().getPerm()).isEqualTo(0755);
    }

    @Test
    void mkdirs_byOtherUser_isDenied() {
        mkdirs("/a", 0755);
        var refusal = fixture.refusal("bob", "mkdirs", request("/a/b", 0755));
        assertThat(refusal.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(refusal.message())
                .isEqualTo("Permission denied: user=bob, access=WRITE, inode=\"/a\":hdfs:supergroup:drwxr-xr-x");
    }

    private MkdirsResponseProto mkdirs(String path, int mode) {
        return fixture.call("mkdirs", request(path, mode), MkdirsResponseProto.parser());
    }

    private static MkdirsRequestProto request(String path, int mode) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(true)
                .build();
    }

    private HdfsFileStatusProto status(String path) {
        return fixture.call(
                        "getFileInfo",
                        GetFileInfoRequestProto.newBuilder().setSrc(path).build(),
                        GetFileInfoResponseProto.parser())
                .getFs();
    }
}
