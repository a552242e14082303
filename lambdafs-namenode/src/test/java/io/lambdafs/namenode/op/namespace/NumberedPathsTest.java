package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.mkdirsRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Paths that begin with an inode's number. */
final class NumberedPathsTest {
    private static final String INODES = "/.reserved/.inodes/";

    private final NamespaceClient hdfs = new NamespaceClient(new NameNodeFixture(), NameNodeFixture.SUPERUSER);

    private long id(String path) {
        return hdfs.status(path).getFileId();
    }

    @Test
    void twoDots_areTheParent() {
        hdfs.mkdirs("/a/b");
        hdfs.file("/a/b/f");
        assertThat(id(INODES + id("/a/b/f") + "/..")).isEqualTo(id("/a/b"));
        assertThat(id(INODES + id("/a") + "/..")).isEqualTo(id("/"));
        assertThat(id(INODES + id("/") + "/..")).isEqualTo(id("/"));
        assertThat(id(INODES + id("/a/b/f") + "/../f"))
                .as("what follows is ignored, as on HDFS")
                .isEqualTo(id("/a/b"));
        hdfs.mkdirs(INODES + id("/a/b") + "/..");
        assertThat(hdfs.list(INODES + id("/a/b") + "/..")).containsExactly("b");
    }

    @Test
    void twoDotsElsewhere_areNothing() {
        hdfs.mkdirs("/a/b/c");
        assertThat(hdfs.exists(INODES + id("/a/b") + "/c/..")).isFalse();
        assertThat(hdfs.refusal("mkdirs", mkdirsRequest(INODES + id("/a/b") + "/c/..", 0755, true))
                        .code())
                .isEqualTo(ErrorCode.INVALID_PATH);
    }

    @Test
    void numbersOfNothing_areNamedAsThat() {
        for (String number : List.of("99999", "-5", "99999/..", "99999/x")) {
            assertThat(info(INODES + number))
                    .isEqualTo(new Refusal(
                            ErrorCode.FILE_NOT_FOUND, "File for given inode path does not exist: " + INODES + number));
        }
        assertThat(info(INODES + "abc"))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Invalid inode path: " + INODES + "abc"));
        assertThat(hdfs.exists("/.reserved/.inodes")).isFalse();
    }

    @Test
    void listing_goesOnAfterAnEntryThatIsNamedByNumber() {
        hdfs.mkdirs("/l/a", "/l/b", "/l/c", "/l/d");
        String cookie = INODES + id("/l/b");
        assertThat(names("/l", cookie)).containsExactly("c", "d");
        hdfs.rename("/l/b", "/l/c1");
        assertThat(names("/l", cookie)).as("under its present name").containsExactly("d");
        assertThat(names("/l", INODES + id("/"))).containsExactly("a", "c", "c1", "d");
        assertThat(names("/l", "/.reserved/c")).as("the last name counts").containsExactly("c1", "d");
    }

    @Test
    void listing_afterAnEntryThatIsGone_isRefused() {
        hdfs.mkdirs("/l/a", "/l/b");
        String cookie = INODES + id("/l/a");
        hdfs.delete("/l/a", true);
        GetListingRequestProto request = GetListingRequestProto.newBuilder()
                .setSrc("/l")
                .setStartAfter(ByteString.copyFromUtf8(cookie))
                .setNeedLocation(false)
                .build();
        assertThat(hdfs.refusal("getListing", request))
                .isEqualTo(new Refusal(ErrorCode.START_AFTER_NOT_FOUND, "Can't find startAfter " + cookie));
    }

    private List<String> names(String path, String after) {
        return hdfs.page(path, after, false).getDirList().getPartialListingList().stream()
                .map(HdfsFileStatusProto::getPath)
                .map(ByteString::toStringUtf8)
                .toList();
    }

    private Refusal info(String path) {
        return hdfs.refusal(
                "getFileInfo", GetFileInfoRequestProto.newBuilder().setSrc(path).build());
    }
}
