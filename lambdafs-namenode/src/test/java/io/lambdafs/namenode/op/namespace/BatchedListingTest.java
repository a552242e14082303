package io.lambdafs.namenode.op.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBatchedListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BatchedDirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.Test;

final class BatchedListingTest {
    private static final int PAGE = 10;

    private final NameNodeFixture fixture = new NameNodeFixture(
            NameNodeConfig.defaults(NameNodeFixture.SUPERUSER).withListingLimit(PAGE), Map.of());
    private final NamespaceClient hdfs = new NamespaceClient(fixture, NameNodeFixture.SUPERUSER);

    @Test
    void directoriesAndFiles_comeInOneAnswer() {
        hdfs.mkdirs("/a/x", "/a/y", "/b/z", "/empty");
        hdfs.file("/f");
        GetBatchedListingResponseProto answer = page(ByteString.EMPTY, "/b", "/empty", "/f", "/a");
        assertThat(answer.getHasMore()).isFalse();
        assertThat(answer.getStartAfter().isEmpty()).isTrue();
        assertThat(texts(answer)).containsExactly("0:z", "2:", "3:x", "3:y");
        assertThat(answer.getListingsList())
                .extracting(BatchedDirectoryListingProto::getParentIdx)
                .containsExactly(0, 1, 2, 3);
        assertThat(answer.getListings(2).getPartialListing(0).getLength()).isEqualTo(10);
    }

    @Test
    void largeDirectories_areListedPageByPage_andNothingTwice() {
        List<String> wanted = new ArrayList<>();
        for (int directory = 0; directory < 4; directory++) {
            // The last of them ends with a page.
            int entries = directory == 3 ? PAGE : PAGE + 3;
            for (int entry = 0; entry < entries; entry++) {
                hdfs.mkdirs("/d" + directory + "/" + (char) ('a' + entry));
                wanted.add(directory + ":" + (char) ('a' + entry));
            }
        }
        assertThat(all("/d0", "/d1", "/d2", "/d3")).isEqualTo(wanted);
    }

    @Test
    void namesBeyondAscii_areListedOnce() {
        for (String name : List.of("ä", "a", "b", "日", "Z", "~")) {
            hdfs.mkdirs("/one/" + name, "/two/" + name);
        }
        for (int entry = 0; entry < PAGE + 2; entry++) {
            hdfs.mkdirs("/two/" + entry);
        }
        List<String> names = all("/one", "/two", "/one");
        assertThat(names).doesNotHaveDuplicates().hasSize(3 * 6 + PAGE + 2);
        assertThat(names.subList(0, 6)).containsExactly("0:ä", "0:日", "0:Z", "0:a", "0:b", "0:~");
    }

    @Test
    void everyFileOfMany_isListed() {
        String[] paths = new String[PAGE + 5];
        for (int number = 0; number < paths.length; number++) {
            paths[number] = "/f" + number;
            hdfs.file(paths[number]);
        }
        assertThat(all(paths)).hasSize(paths.length).doesNotHaveDuplicates();
    }

    @Test
    void whatIsWrongWithOnePath_isPartOfTheAnswer() {
        hdfs.mkdirs("/a/x");
        hdfs.mkdirs("/closed", 0700);
        GetBatchedListingResponseProto answer = fixture.callAs(
                "bob",
                "getBatchedListing",
                request(ByteString.EMPTY, "/none", "/a", "/closed", "relative"),
                GetBatchedListingResponseProto.parser());
        assertThat(texts(answer)).containsExactly("1:x");
        assertThat(answer.getListings(0).getException().getClassName()).isEqualTo("java.io.FileNotFoundException");
        assertThat(answer.getListings(0).getException().getMessage()).isEqualTo("Path /none does not exist");
        assertThat(answer.getListings(2).getException().getClassName())
                .isEqualTo("org.apache.hadoop.security.AccessControlException");
        assertThat(answer.getListings(2).getException().getMessage())
                .startsWith("Permission denied: user=bob, access=READ_EXECUTE, inode=\"/closed\"");
        assertThat(answer.getListings(3).getException().getClassName())
                .isEqualTo("org.apache.hadoop.fs.InvalidPathException");
    }

    @Test
    void tooManyPaths_areRefused() {
        String[] paths = Collections.nCopies(101, "/").toArray(String[]::new);
        assertThat(hdfs.refusal("getBatchedListing", request(ByteString.EMPTY, paths)))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ARGUMENT, "Too many source paths (101 > 100)"));
        assertThat(page(ByteString.EMPTY, Arrays.copyOf(paths, 100)).getHasMore())
                .isFalse();
    }

    @Test
    void keyOfOtherPaths_isRefused() {
        for (int entry = 0; entry <= PAGE; entry++) {
            hdfs.mkdirs("/d/" + entry);
        }
        ByteString key = page(ByteString.EMPTY, "/d", "/d").getStartAfter();
        assertThat(hdfs.refusal("getBatchedListing", request(key, "/d")).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(hdfs.refusal("getBatchedListing", request(ByteString.copyFromUtf8("no key"), "/d"))
                        .code())
                .isEqualTo(ErrorCode.IO_ERROR);
    }

    private List<String> all(String... paths) {
        List<String> texts = new ArrayList<>();
        ByteString key = ByteString.EMPTY;
        boolean more = true;
        while (more) {
            GetBatchedListingResponseProto page = page(key, paths);
            assertThat(texts(page)).hasSizeLessThan(2 * PAGE);
            texts.addAll(texts(page));
            key = page.getStartAfter();
            more = page.getHasMore();
        }
        return texts;
    }

    private static List<String> texts(GetBatchedListingResponseProto page) {
        List<String> texts = new ArrayList<>();
        for (BatchedDirectoryListingProto listing : page.getListingsList()) {
            for (HdfsFileStatusProto status : listing.getPartialListingList()) {
                texts.add(listing.getParentIdx() + ":" + status.getPath().toStringUtf8());
            }
        }
        return texts;
    }

    private GetBatchedListingResponseProto page(ByteString key, String... paths) {
        return fixture.call("getBatchedListing", request(key, paths), GetBatchedListingResponseProto.parser());
    }

    private static GetBatchedListingRequestProto request(ByteString key, String... paths) {
        return GetBatchedListingRequestProto.newBuilder()
                .addAllPaths(List.of(paths))
                .setStartAfter(key)
                .setNeedLocation(false)
                .build();
    }
}
