package io.lambdafs.namenode.op.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportCursorProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportListingEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportListingProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the size of a page, the pages together tell each difference once. */
final class SnapshotDiffPagesTest {
    private NameNodeFixture fixture = new NameNodeFixture();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void pages_tellEachDifferenceOnce(int limit) {
        fixture = new NameNodeFixture(
                NameNodeConfig.defaults(NameNodeFixture.SUPERUSER),
                Map.of("getSnapshotDiffReportListing", new GetSnapshotDiffReportListingOperation(limit)));
        change();

        List<String> told = new ArrayList<>();
        SnapshotDiffReportCursorProto next = cursor("", -1);
        do {
            SnapshotDiffReportListingProto page = page(next);
            assertThat(page.getIsFromEarlier()).isTrue();
            assertThat(page.getModifiedEntriesCount() + page.getCreatedEntriesCount() + page.getDeletedEntriesCount())
                    .isBetween(1, limit);
            page.getModifiedEntriesList().forEach(entry -> told.add("M " + text(entry)));
            page.getCreatedEntriesList().forEach(entry -> told.add("+ " + text(entry)));
            page.getDeletedEntriesList().forEach(entry -> told.add("- " + text(entry)));
            next = page.getCursor();
        } while (!next.equals(cursor("", -1)));

        assertThat(told)
                .containsExactlyInAnyOrder(
                        "M  true",
                        "+ moved true",
                        "+ new false",
                        "- gone false",
                        "M sub true",
                        "- sub/left true -> moved",
                        "+ sub/more false");
    }

    private void change() {
        mkdirs("/d/gone", "/d/sub/left");
        fixture.call(
                "allowSnapshot",
                AllowSnapshotRequestProto.newBuilder().setSnapshotRoot("/d").build(),
                AllowSnapshotResponseProto.parser());
        snapshot("s1");
        mkdirs("/d/new", "/d/sub/more");
        fixture.call(
                "rename2",
                Rename2RequestProto.newBuilder()
                        .setSrc("/d/sub/left")
                        .setDst("/d/moved")
                        .setOverwriteDest(false)
                        .build(),
                Rename2ResponseProto.parser());
        fixture.call(
                "delete",
                DeleteRequestProto.newBuilder()
                        .setSrc("/d/gone")
                        .setRecursive(true)
                        .build(),
                DeleteResponseProto.parser());
        snapshot("s2");
    }

    private void mkdirs(String... paths) {
        for (String path : paths) {
            MkdirsRequestProto request = MkdirsRequestProto.newBuilder()
                    .setSrc(path)
                    .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                    .setCreateParent(true)
                    .build();
            fixture.call("mkdirs", request, MkdirsResponseProto.parser());
        }
    }

    private void snapshot(String name) {
        CreateSnapshotRequestProto request = CreateSnapshotRequestProto.newBuilder()
                .setSnapshotRoot("/d")
                .setSnapshotName(name)
                .build();
        fixture.call("createSnapshot", request, CreateSnapshotResponseProto.parser());
    }

    private SnapshotDiffReportListingProto page(SnapshotDiffReportCursorProto from) {
        GetSnapshotDiffReportListingRequestProto request = GetSnapshotDiffReportListingRequestProto.newBuilder()
                .setSnapshotRoot("/d")
                .setFromSnapshot("s1")
                .setToSnapshot("s2")
                .setCursor(from)
                .build();
        return fixture.call("getSnapshotDiffReportListing", request, GetSnapshotDiffReportListingResponseProto.parser())
                .getDiffReport();
    }

    private static SnapshotDiffReportCursorProto cursor(String path, int index) {
        return SnapshotDiffReportCursorProto.newBuilder()
                .setStartPath(ByteString.copyFromUtf8(path))
                .setIndex(index)
                .build();
    }

    private static String text(SnapshotDiffReportListingEntryProto entry) {
        return entry.getFullpath().toStringUtf8() + " " + entry.getIsReference()
                + (entry.hasTargetPath() ? " -> " + entry.getTargetPath().toStringUtf8() : "");
    }
}
