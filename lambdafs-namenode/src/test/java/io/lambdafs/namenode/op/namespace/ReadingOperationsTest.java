package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ContentSummaryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto.FileType;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;

final class ReadingOperationsTest {
    private static final int PAGE = 10;

    private final NameNodeFixture fixture = new NameNodeFixture(
            NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withListingLimit(PAGE), Map.of());
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    @Test
    void getFileInfo_ofFile_tellsWhatIsKnown() {
        long id = hdfs.file("/f").value();
        HdfsFileStatusProto status = hdfs.status("/f");
        assertThat(status.getFileType()).isEqualTo(FileType.IS_FILE);
        assertThat(status.getFileId()).isEqualTo(id);
        assertThat(status.getPath()).isEqualTo(ByteString.EMPTY);
        assertThat(status.getLength()).isEqualTo(10);
        assertThat(status.getBlockReplication()).isEqualTo(2);
        assertThat(status.getBlocksize()).isEqualTo(128);
        assertThat(status.getOwner()).isEqualTo("hdfs");
        assertThat(status.getGroup()).isEqualTo("supergroup");
    }

    @Test
    void getFileInfo_ofWhatIsNotThere_isEmpty() {
        assertThat(hdfs.exists("/no/such/thing")).isFalse();
        assertThat(hdfs.status("/").getFileId()).isEqualTo(16385);
    }

    @Test
    void getFileInfo_belowFileOrClosedDirectory_isRefused() {
        hdfs.file("/f");
        hdfs.mkdirs("/closed", 0700);
        assertThat(hdfs.exists("/f/x")).as("for a superuser").isFalse();
        assertThat(bob.refusal("getFileInfo", info("/f/x")))
                .isEqualTo(new Refusal(ErrorCode.ACCESS_DENIED, "/f (is not a directory)"));
        assertThat(bob.refusal("getFileInfo", info("/closed/x")).code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(bob.exists("/closed")).isTrue();
    }

    @Test
    void getListing_pagesInTheOrderOfBytes() {
        hdfs.mkdirs("/d");
        for (int i = 0; i < 2 * PAGE + 3; i++) {
            hdfs.mkdirs("/d/" + (char) ('z' - i));
        }
        hdfs.mkdirs("/d/ä", "/d/Z");
        GetListingResponseProto first = hdfs.page("/d", "", false);
        assertThat(first.getDirList().getPartialListingCount()).isEqualTo(PAGE);
        assertThat(first.getDirList().getRemainingEntries()).isEqualTo(PAGE + 5);
        assertThat(hdfs.page("/d", "m", true).getDirList().getRemainingEntries())
                .isEqualTo(4);
        assertThat(hdfs.list("/d"))
                .hasSize(2 * PAGE + 5)
                .startsWith("Z", "d", "e")
                .endsWith("y", "z", "ä");
        assertThat(hdfs.page("/d", "ä", false).getDirList().getRemainingEntries())
                .isZero();
    }

    @Test
    void getListing_inOneAnswer_isInHdfssOrder() {
        for (String name : List.of("a", "b", "ä", "Z", "~", "ſ", "日", "aä", "az")) {
            hdfs.mkdirs("/l/" + name);
        }
        List<String> hdfss = List.of("ä", "ſ", "日", "Z", "a", "aä", "az", "b", "~");
        assertThat(hdfs.list("/l")).isEqualTo(hdfss);
        assertThat(names(hdfs.page("/l", "", true))).isEqualTo(hdfss);
        hdfs.mkdirs("/l/c", "/l/d");
        assertThat(hdfs.list("/l"))
                .as("in pages")
                .containsExactly("Z", "a", "az", "aä", "b", "c", "d", "~", "ä", "ſ", "日");
    }

    private static List<String> names(GetListingResponseProto listing) {
        return listing.getDirList().getPartialListingList().stream()
                .map(status -> status.getPath().toStringUtf8())
                .toList();
    }

    @Test
    void getListing_ofFile_isItsStatus() {
        hdfs.file("/f");
        GetListingResponseProto listing = hdfs.page("/f", "", true);
        assertThat(listing.getDirList().getPartialListingCount()).isEqualTo(1);
        assertThat(listing.getDirList().getPartialListing(0).getPath()).isEqualTo(ByteString.EMPTY);
        assertThat(hdfs.page("/none", "", false).hasDirList()).isFalse();
    }

    @Test
    void getListing_needsReadAccess() {
        hdfs.mkdirs("/closed", 0711);
        GetListingRequestProto request = GetListingRequestProto.newBuilder()
                .setSrc("/closed")
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
        assertThat(bob.refusal("getListing", request).message())
                .isEqualTo("Permission denied: user=bob, access=READ_EXECUTE, inode=\"/closed\""
                        + ":hdfs:supergroup:drwx--x--x");
    }

    @Test
    void getContentSummary_countsEverythingBelow() {
        hdfs.mkdirs("/a/b/c", "/a/d");
        hdfs.file("/a/f");
        hdfs.file("/a/b/c/g");
        ContentSummaryProto summary = fixture.call(
                        "getContentSummary", summaryOf("/a"), GetContentSummaryResponseProto.parser())
                .getSummary();
        assertThat(summary.getDirectoryCount()).isEqualTo(4);
        assertThat(summary.getFileCount()).isEqualTo(2);
        assertThat(summary.getLength()).isEqualTo(20);
        assertThat(summary.getSpaceConsumed()).isEqualTo(40);
        assertThat(summary.hasErasureCodingPolicy()).isTrue();
        assertThat(hdfs.refusal("getContentSummary", summaryOf("/none")))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File does not exist: /none"));
    }

    @Test
    void getContentSummary_needsAccessToEveryDirectory() {
        hdfs.mkdirs("/a/b", 0755);
        hdfs.mkdirs("/a/b/closed", 0700);
        assertThat(bob.refusal("getContentSummary", summaryOf("/a")).message())
                .isEqualTo("Permission denied: user=bob, access=READ_EXECUTE, inode=\"/a/b/closed\""
                        + ":hdfs:supergroup:drwx------");
    }

    @Test
    void getQuotaUsage_countsToo() {
        hdfs.mkdirs("/a/b");
        hdfs.file("/a/f");
        GetQuotaUsageResponseProto response = fixture.call(
                "getQuotaUsage",
                GetQuotaUsageRequestProto.newBuilder().setPath("/a").build(),
                GetQuotaUsageResponseProto.parser());
        assertThat(response.getUsage().getFileAndDirectoryCount()).isEqualTo(3);
        assertThat(response.getUsage().getQuota()).isEqualTo(-1);
    }

    @Test
    void theRoot_hasTheQuotaThatNobodySet() {
        GetQuotaUsageRequestProto ofRoot =
                GetQuotaUsageRequestProto.newBuilder().setPath("/").build();
        assertThat(fixture.call("getQuotaUsage", ofRoot, GetQuotaUsageResponseProto.parser())
                        .getUsage()
                        .getQuota())
                .isEqualTo(Long.MAX_VALUE);
        ContentSummaryProto summary = fixture.call(
                        "getContentSummary", summaryOf("/"), GetContentSummaryResponseProto.parser())
                .getSummary();
        assertThat(summary.getQuota()).isEqualTo(Long.MAX_VALUE);
        assertThat(summary.getSpaceQuota()).isEqualTo(-1);
    }

    @Test
    void getAclStatus_tellsTheMode() {
        hdfs.mkdirs("/tmp", 01777);
        GetAclStatusResponseProto response = fixture.call(
                "getAclStatus",
                GetAclStatusRequestProto.newBuilder().setSrc("/tmp").build(),
                GetAclStatusResponseProto.parser());
        assertThat(response.getResult().getSticky()).isTrue();
        assertThat(response.getResult().getPermission().getPerm()).isEqualTo(01777);
        assertThat(response.getResult().getEntriesList()).isEmpty();
    }

    private static GetFileInfoRequestProto info(String path) {
        return GetFileInfoRequestProto.newBuilder().setSrc(path).build();
    }

    private static GetContentSummaryRequestProto summaryOf(String path) {
        return GetContentSummaryRequestProto.newBuilder().setPath(path).build();
    }
}
