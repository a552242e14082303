package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.deleteRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.mkdirsRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.rename2Request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths are refused where something is created, and what they are everywhere else. */
final class RefusedPathsTest {
    private static final String LONG = "/d/" + "x".repeat(256);

    private final NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);

    @ParameterizedTest
    @ValueSource(strings = {"//test1", "/a//b", "/a/./b", "/a/../b", "/q/..", "/a:b", "/n\0ul", "a"})
    void mkdirsAndRename_toInvalidPaths_areRefused(String path) {
        hdfs.mkdirs("/s");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest(path, 0755, true)).code())
                .isEqualTo(ErrorCode.INVALID_PATH);
        assertThat(hdfs.refusal("rename", renameRequest("/s", path)).code()).isEqualTo(ErrorCode.INVALID_PATH);
        assertThat(hdfs.refusal("rename2", rename2Request("/s", path, false)).code())
                .isEqualTo(ErrorCode.INVALID_PATH);
        assertThat(hdfs.list("/")).containsExactly("s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/d/./b", "/d/../d", "/d/..", "/d/.", "/d:b", "/d/n\0ul"})
    void whatNobodyCanHaveCreated_isNotThere(String path) {
        hdfs.mkdirs("/d/b");
        assertThat(hdfs.exists(path)).isFalse();
        assertThat(hdfs.page(path, "", false).hasDirList()).isFalse();
        assertThat(hdfs.delete(path, true)).isFalse();
        assertThat(hdfs.rename(path, "/t")).isFalse();
        assertThat(hdfs.refusal("rename2", rename2Request(path, "/t", false)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "rename source " + path + " is not found."));
        assertThat(hdfs.refusal("setPermission", chmod(path)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Directory/File does not exist " + path));
        assertThat(hdfs.exists("/d/b")).isTrue();
    }

    @Test
    void repeatedSlashes_areOneWhereNothingIsCreated() {
        hdfs.mkdirs("/a/b//", "//");
        assertThat(hdfs.exists("/a//b")).isTrue();
        assertThat(hdfs.list("//a")).containsExactly("b");
        assertThat(hdfs.delete("//a//b/", false)).isTrue();
        assertThat(hdfs.delete("/a//b", false)).isFalse();
    }

    @Test
    void namesTooLong_areRefusedWhereTheyAreCreated() {
        hdfs.mkdirs("/d");
        assertThat(hdfs.exists(LONG)).isFalse();
        assertThat(hdfs.exists(LONG + "/y")).isFalse();
        assertThat(hdfs.delete(LONG, true)).isFalse();
        assertThat(hdfs.rename(LONG, "/t")).isFalse();
        assertThat(hdfs.refusal("rename2", rename2Request(LONG, "/t", false)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "rename source " + LONG + " is not found."));
        Refusal refusal = hdfs.refusal("mkdirs", mkdirsRequest(LONG + "/z", 0755, true));
        assertThat(refusal.code()).isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG);
        assertThat(refusal.message()).endsWith("in directory /d is exceeded: limit=255 length=256");
        assertThat(hdfs.refusal("rename", renameRequest("/d", LONG)).code())
                .isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG);
        assertThat(hdfs.refusal("delete", deleteRequest("relative", true)).code())
                .isEqualTo(ErrorCode.INVALID_PATH);
    }

    @Test
    void rename_toReservedNames_isRefused() {
        hdfs.mkdirs("/s", "/d");
        Refusal reserved = new Refusal(ErrorCode.INVALID_PATH, "Invalid path name Cannot rename to or from /.reserved");
        assertThat(hdfs.refusal("rename", renameRequest("/s", "/.reserved"))).isEqualTo(reserved);
        assertThat(hdfs.refusal("rename2", rename2Request("/s", "/.reserved", true)))
                .isEqualTo(reserved);
        assertThat(hdfs.rename("/s", "/.reserved/x")).isFalse();
        assertThat(hdfs.refusal("rename2", rename2Request("/s", "/.reserved/x", false)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "rename destination parent /.reserved/x not found."));

        Refusal snapshot = new Refusal(ErrorCode.INVALID_ARGUMENT, "\".snapshot\" is a reserved name.");
        assertThat(hdfs.refusal("rename", renameRequest("/s", "/d/.snapshot"))).isEqualTo(snapshot);
        assertThat(hdfs.refusal("rename2", rename2Request("/s", "/d/.snapshot", false)))
                .isEqualTo(snapshot);
        assertThat(hdfs.rename("/s", "/d/.snapshot/x")).isFalse();
        assertThat(hdfs.refusal("rename", renameRequest("/s", "/.snapshot")).message())
                .isEqualTo("Modification on a read-only snapshot is disallowed");
        assertThat(hdfs.refusal("rename2", rename2Request("/.snapshot/x", "/t", false))
                        .message())
                .isEqualTo("Modification on a read-only snapshot is disallowed");
        assertThat(hdfs.list("/")).containsExactly("d", "s");
    }

    @Test
    void changesOfReservedNames_areRefused() {
        Refusal readOnly =
                new Refusal(ErrorCode.SNAPSHOT_ACCESS_DENIED, "Modification on a read-only snapshot is disallowed");
        assertThat(hdfs.refusal("delete", deleteRequest("/.snapshot", true))).isEqualTo(readOnly);
        assertThat(hdfs.refusal("setPermission", chmod("/.snapshot/x"))).isEqualTo(readOnly);
        Refusal invalid = new Refusal(ErrorCode.INVALID_PATH, "Invalid path name /.reserved");
        assertThat(hdfs.refusal("delete", deleteRequest("/.reserved", true))).isEqualTo(invalid);
        assertThat(hdfs.refusal("setPermission", chmod("/.reserved"))).isEqualTo(invalid);
        assertThat(hdfs.delete("/.reserved/x", true)).isFalse();
        assertThat(hdfs.exists("/.snapshot/x")).isFalse();
    }

    private static SetPermissionRequestProto chmod(String path) {
        return SetPermissionRequestProto.newBuilder()
                .setSrc(path)
                .setPermission(FsPermissionProto.newBuilder().setPerm(0700))
                .build();
    }

    @Test
    void mkdirs_belowSnapshotWithoutParents_missesTheParent() {
        hdfs.mkdirs("/d");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/d/.snapshot/x", 0755, false)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Parent directory doesn't exist: /d/.snapshot"));
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/.snapshot", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.SNAPSHOT_ACCESS_DENIED);
    }

    private static RenameRequestProto renameRequest(String source, String destination) {
        return RenameRequestProto.newBuilder()
                .setSrc(source)
                .setDst(destination)
                .build();
    }
}
