package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.mkdirsRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.junit.jupiter.api.Test;

final class MkdirsOperationTest {
    private final NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @Test
    void mkdirs_withMissingParents_makesThemWritableForTheOwner() {
        hdfs.mkdirs("/a/b/c", 0500);

        assertThat(hdfs.status("/a").getPermission().getPerm()).isEqualTo(0700);
        assertThat(hdfs.status("/a/b/c").getPermission().getPerm()).isEqualTo(0500);
        assertThat(hdfs.status("/a/b/c").getFileType()).isEqualTo(FileType.IS_DIR);
        assertThat(hdfs.status("/a/b/c").getBlockReplication()).isZero();
    }

    @Test
    void mkdirs_givesTheGroupOfTheParentAndTheTimeOfNow() {
        hdfs.mkdirs("/a", 0777);
        hdfs.fixture.advance(5);
        bob.mkdirs("/a/b");

        assertThat(bob.status("/a/b").getOwner()).isEqualTo("bob");
        assertThat(bob.status("/a/b").getGroup()).isEqualTo("supergroup");
        assertThat(bob.status("/a/b").getModificationTime()).isEqualTo(hdfs.fixture.millis());
        assertThat(bob.status("/a").getModificationTime()).isEqualTo(hdfs.fixture.millis());
    }

    @Test
    void mkdirs_ofExistingDirectory_changesNothing() {
        hdfs.mkdirs("/a");
        hdfs.mkdirs("/a", 0700);
        hdfs.mkdirs("/");
        assertThat(hdfs.status("/a").getPermission().getPerm()).isEqualTo(0755);
    }

    @Test
    void mkdirs_ofExistingFile_isRefused() {
        hdfs.file("/f");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/f", 0755, true)))
                .isEqualTo(new Refusal(ErrorCode.FILE_ALREADY_EXISTS, "Path is not a directory: /f"));
    }

    @Test
    void mkdirs_belowFile_isRefused() {
        hdfs.file("/f");
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/f/a/b", 0755, true)))
                .isEqualTo(new Refusal(ErrorCode.PARENT_NOT_DIRECTORY, "/f (is not a directory)"));
    }

    @Test
    void mkdirs_withoutCreateParent_needsTheParent() {
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/a/b", 0755, false)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Parent directory doesn't exist: /a"));
    }

    @Test
    void mkdirs_byOtherUser_isDenied() {
        hdfs.mkdirs("/a");
        assertThat(bob.refusal("mkdirs", mkdirsRequest("/a/b/c", 0755, true)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=bob, access=WRITE, inode=\"/a\":hdfs:supergroup:drwxr-xr-x"));
    }

    @Test
    void mkdirs_throughClosedDirectory_isDenied() {
        hdfs.mkdirs("/a/b", 0777);
        hdfs.mkdirs("/closed", 0700);
        hdfs.mkdirs("/closed/open", 0777);
        assertThat(bob.refusal("mkdirs", mkdirsRequest("/closed/open/x", 0755, true)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=bob, access=EXECUTE, inode=\"/closed\":hdfs:supergroup:drwx------"));
    }

    @Test
    void mkdirs_underReservedNames_isRefused() {
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/.reserved/x", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest("/a/.snapshot", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(hdfs.exists("/a")).isFalse();
    }
}
