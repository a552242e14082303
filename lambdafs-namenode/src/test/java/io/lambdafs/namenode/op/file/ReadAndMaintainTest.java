package io.lambdafs.namenode.op.file;

import static io.lambdafs.namenode.op.file.FileFixture.addBlockRequest;
import static io.lambdafs.namenode.op.file.FileFixture.completeRequest;
import static io.lambdafs.namenode.op.file.FileFixture.nodes;
import static io.lambdafs.namenode.op.file.FileFixture.withLength;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DatanodeReportTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeStorageReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetDatanodeStorageReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetLocatedFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCorruptFileBlocksRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ListCorruptFileBlocksResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ReportBadBlocksRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ReportBadBlocksResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.CorruptFileBlocksProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.SetXAttrResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrSetFlagProto;
import org.junit.jupiter.api.Test;

final class ReadAndMaintainTest {
    private final FileFixture fixture = new FileFixture();

    /** A closed file of blocks with these lengths. */
    private void file(String path, long... lengths) {
        long file = fixture.create(path).getFileId();
        LocatedBlockProto block = null;
        for (int i = 0; i < lengths.length; i++) {
            var request = addBlockRequest(path, file);
            if (block != null) {
                request.setPrevious(withLength(block.getB(), lengths[i - 1]));
            }
            block = fixture.addBlock(request);
            fixture.received(block, lengths[i], "s1", "s2", "s3");
        }
        var request = completeRequest(path, file);
        if (block != null) {
            request.setLast(withLength(block.getB(), lengths[lengths.length - 1]));
        }
        assertThat(fixture.complete(request)).isTrue();
    }

    private static List<Long> offsets(LocatedBlocksProto located) {
        return located.getBlocksList().stream()
                .map(LocatedBlockProto::getOffset)
                .toList();
    }

    @Test
    void locations_areThoseOfTheRange() {
        file("/f", 100, 100, 30);
        LocatedBlocksProto all = fixture.locations("/f", 0, Long.MAX_VALUE);
        assertThat(all.getFileLength()).isEqualTo(230);
        assertThat(all.getIsLastBlockComplete()).isTrue();
        assertThat(all.getUnderConstruction()).isFalse();
        assertThat(all.getLastBlock().getOffset()).isEqualTo(200);
        assertThat(offsets(all)).containsExactly(0L, 100L, 200L);
        assertThat(offsets(fixture.locations("/f", 100, 1))).containsExactly(100L);
        assertThat(offsets(fixture.locations("/f", 99, 2))).containsExactly(0L, 100L);
        assertThat(offsets(fixture.locations("/f", 150, Long.MAX_VALUE))).containsExactly(100L, 200L);
        assertThat(offsets(fixture.locations("/f", 230, 10))).isEmpty();
        assertThat(offsets(fixture.locations("/f", 10, 0))).containsExactly(0L);
    }

    @Test
    void locations_startWithTheCallersMachine() {
        file("/f", 10);
        for (int i = 0; i < 20; i++) {
            assertThat(nodes(fixture.locations("/f", 0, 10).getBlocks(0)))
                    .startsWith("dn2")
                    .hasSize(3);
        }
    }

    @Test
    void locations_leaveDeadNodesAndBadReplicasOut() {
        LocatedBlockProto block = fixture.file("/f", 10);
        reportBad(block, "dn2");
        assertThat(nodes(fixture.locations("/f", 0, 10).getBlocks(0))).containsExactlyInAnyOrder("dn1", "dn3");
        fixture.nameNode.advance(Duration.ofMinutes(1).toMillis());
        fixture.heartbeat(1);
        fixture.heartbeat(2);
        assertThat(nodes(fixture.locations("/f", 0, 10).getBlocks(0))).containsExactly("dn1");
        reportBad(block, "dn1");
        LocatedBlockProto corrupt = fixture.locations("/f", 0, 10).getBlocks(0);
        assertThat(corrupt.getCorrupt()).isTrue();
        assertThat(nodes(corrupt)).containsExactlyInAnyOrder("dn1", "dn2");
        assertThat(fixture.<Long>read(tx -> tx.work().replicationQueueLength())).isEqualTo(1);
    }

    private void reportBad(LocatedBlockProto block, String node) {
        int at = nodes(block).indexOf(node);
        LocatedBlockProto bad = block.toBuilder()
                .clearLocs()
                .clearStorageIDs()
                .clearStorageTypes()
                .addLocs(block.getLocs(at))
                .addStorageIDs(block.getStorageIDs(at))
                .build();
        fixture.nameNode.call(
                "reportBadBlocks",
                ReportBadBlocksRequestProto.newBuilder().addBlocks(bad).build(),
                ReportBadBlocksResponseProto.parser());
    }

    @Test
    void locations_ofAFileBeingWritten_nameItsPipeline() {
        long file = fixture.create("/f").getFileId();
        LocatedBlocksProto none = fixture.locations("/f", 0, 10);
        assertThat(none.getUnderConstruction()).isTrue();
        assertThat(none.hasLastBlock()).isFalse();
        fixture.addBlock(addBlockRequest("/f", file));
        LocatedBlocksProto located = fixture.locations("/f", 0, 10);
        assertThat(located.getFileLength()).isZero();
        assertThat(located.getIsLastBlockComplete()).isFalse();
        assertThat(nodes(located.getLastBlock())).containsExactlyInAnyOrder("dn1", "dn2", "dn3");
        assertThat(located.getBlocksCount()).isEqualTo(1);
    }

    @Test
    void locations_withBadArguments_areRefused() {
        fixture.file("/f", 10);
        var negative = GetBlockLocationsRequestProto.newBuilder()
                .setSrc("/f")
                .setOffset(-1)
                .setLength(1);
        assertThat(fixture.nameNode
                        .refusal("hdfs", "getBlockLocations", negative.build())
                        .message())
                .isEqualTo("Negative offset is not supported. File: /f");
        assertThat(fixture.nameNode
                        .refusal(
                                "hdfs",
                                "getBlockLocations",
                                negative.setOffset(0).setLength(-7).build())
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(fixture.nameNode
                        .refusal(
                                "hdfs",
                                "getBlockLocations",
                                negative.setSrc("/").setLength(7).build())
                        .message())
                .isEqualTo("Path is not a file: /");
    }

    @Test
    void locatedFileInfo_hasAllBlocks() {
        file("/f", 100, 5);
        var response = fixture.nameNode.call(
                "getLocatedFileInfo",
                GetLocatedFileInfoRequestProto.newBuilder().setSrc("/f").build(),
                GetLocatedFileInfoResponseProto.parser());
        assertThat(response.getFs().getLength()).isEqualTo(105);
        assertThat(response.getFs().getLocations().getBlocksCount()).isEqualTo(2);
        var absent = fixture.nameNode.call(
                "getLocatedFileInfo",
                GetLocatedFileInfoRequestProto.newBuilder().setSrc("/g").build(),
                GetLocatedFileInfoResponseProto.parser());
        assertThat(absent.hasFs()).isFalse();
    }

    @Test
    void dataNodeReports_tellLiveFromDead() {
        fixture.nameNode.advance(Duration.ofMinutes(1).toMillis());
        fixture.heartbeat(3);
        assertThat(report(DatanodeReportTypeProto.ALL).getDiCount()).isEqualTo(3);
        assertThat(report(DatanodeReportTypeProto.DEAD).getDiCount()).isEqualTo(2);
        assertThat(report(DatanodeReportTypeProto.DECOMMISSIONING).getDiCount()).isZero();
        var live = report(DatanodeReportTypeProto.LIVE);
        assertThat(live.getDi(0).getId().getDatanodeUuid()).isEqualTo("dn3");
        assertThat(live.getDi(0).getRemaining()).isEqualTo(5_000);
        assertThat(live.getDi(0).getLastUpdate()).isEqualTo(fixture.nameNode.millis());
        var request = GetDatanodeStorageReportRequestProto.newBuilder()
                .setType(DatanodeReportTypeProto.LIVE)
                .build();
        var storages = fixture.nameNode.call(
                "getDatanodeStorageReport", request, GetDatanodeStorageReportResponseProto.parser());
        assertThat(storages.getDatanodeStorageReports(0)
                        .getStorageReports(0)
                        .getStorage()
                        .getStorageUuid())
                .isEqualTo("s3");
        assertThat(fixture.nameNode
                        .refusal("bob", "getDatanodeStorageReport", request)
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        var stats = fixture.nameNode.call(
                "getFsStats", GetFsStatusRequestProto.getDefaultInstance(), GetFsStatsResponseProto.parser());
        assertThat(stats.getCapacity()).isEqualTo(10_000);
    }

    private GetDatanodeReportResponseProto report(DatanodeReportTypeProto type) {
        return fixture.nameNode.call(
                "getDatanodeReport",
                GetDatanodeReportRequestProto.newBuilder().setType(type).build(),
                GetDatanodeReportResponseProto.parser());
    }

    private void flawed(String path, BlockFlaw... flaws) {
        fixture.write(tx -> {
            BlockId block = fixture.blocks(path).get(0).id();
            tx.work().checkReplication(List.of(block));
            tx.work().noteFlaws(Map.of(block, Set.of(flaws)));
            return null;
        });
    }

    private CorruptFileBlocksProto corruptFiles(String path, String cookie) {
        ListCorruptFileBlocksRequestProto.Builder request =
                ListCorruptFileBlocksRequestProto.newBuilder().setPath(path);
        if (!cookie.isEmpty()) {
            request.setCookie(cookie);
        }
        return fixture.nameNode
                .call("listCorruptFileBlocks", request.build(), ListCorruptFileBlocksResponseProto.parser())
                .getCorrupt();
    }

    @Test
    void blocksThatLackReplicas_areCountedByWhatTheyLack() {
        file("/a", 20);
        file("/d/b", 20);
        file("/d/c", 20);
        flawed("/a", BlockFlaw.LOW_REDUNDANCY, BlockFlaw.CORRUPT_REPLICA);
        flawed("/d/b", BlockFlaw.MISSING);
        flawed("/d/c", BlockFlaw.MISSING, BlockFlaw.MISSING_REPLICATION_ONE);
        var stats = fixture.nameNode.call(
                "getFsStats", GetFsStatusRequestProto.getDefaultInstance(), GetFsStatsResponseProto.parser());
        assertThat(stats.getUnderReplicated()).isEqualTo(1);
        assertThat(stats.getCorruptBlocks()).isEqualTo(1);
        assertThat(stats.getMissingBlocks()).isEqualTo(2);
        assertThat(stats.getMissingReplOneBlocks()).isEqualTo(1);
    }

    @Test
    void missingBlocks_areListedByTheirFilesBelowAPath() {
        file("/a", 20);
        file("/d/b", 20);
        file("/dc", 20);
        flawed("/a", BlockFlaw.MISSING);
        flawed("/d/b", BlockFlaw.MISSING);
        flawed("/dc", BlockFlaw.LOW_REDUNDANCY);
        CorruptFileBlocksProto all = corruptFiles("/", "");
        assertThat(all.getFilesList()).containsExactly("/a", "/d/b");
        assertThat(corruptFiles("/", all.getCookie()).getFilesList()).isEmpty();
        assertThat(corruptFiles("/d", "").getFilesList()).containsExactly("/d/b");
        assertThat(corruptFiles("/none", "").getFilesList()).isEmpty();
        var request = ListCorruptFileBlocksRequestProto.newBuilder().setPath("/");
        assertThat(fixture.nameNode
                        .refusal("bob", "listCorruptFileBlocks", request.build())
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void dataNodeReport_saysHowManyBlocksAndWhenTheyWereReported() {
        assertThat(report(DatanodeReportTypeProto.LIVE).getDi(0).getLastBlockReportTime())
                .isZero();
        fixture.write(tx -> {
            tx.dataNodes().noteReport(new DataNodeId("dn1"), 42);
            return null;
        });
        assertThat(report(DatanodeReportTypeProto.LIVE).getDi(0).getNumBlocks()).isEqualTo(42);
        assertThat(report(DatanodeReportTypeProto.LIVE).getDi(0).getLastBlockReportTime())
                .isPositive();
    }

    @Test
    void locations_ofWhatIsMissing_saySoWhateverIsClosed() {
        NameNodeFixture nameNode = fixture.nameNode;
        fixture.file("/closed/there", 10);
        fixture.write(tx -> {
            INode closed = fixture.inode("/closed");
            tx.inodes().update(closed.withAttributes(closed.attributes().withPermission(new Permission(0700))));
            return null;
        });
        assertThat(nameNode.refusal("bob", "getBlockLocations", open("/closed/missing")))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File does not exist: /closed/missing"));
        assertThat(nameNode.refusal("bob", "getBlockLocations", open("/closed/there/x")))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "File does not exist: /closed/there/x"));
        assertThat(nameNode.refusal("bob", "getBlockLocations", open("/closed/there")))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Permission denied: user=bob, access=EXECUTE, inode=\"/closed\":hdfs:supergroup:drwx------"));
    }

    private static GetBlockLocationsRequestProto open(String path) {
        return GetBlockLocationsRequestProto.newBuilder()
                .setSrc(path)
                .setOffset(0)
                .setLength(1)
                .build();
    }

    @Test
    void space_ofAnOpenFile_countsItsLastBlockAsFull() {
        file("/d/closed", 30);
        long open = fixture.create("/d/open").getFileId();
        assertThat(space("/d")).isEqualTo(3 * 30);
        LocatedBlockProto first = fixture.addBlock(addBlockRequest("/d/open", open));
        assertThat(space("/d")).isEqualTo(3 * (30 + 100));
        fixture.received(first, 100, "s1");
        fixture.addBlock(addBlockRequest("/d/open", open).setPrevious(withLength(first.getB(), 100)));
        assertThat(space("/d/open")).isEqualTo(3 * (100 + 100));
    }

    private long space(String path) {
        return fixture.nameNode
                .call(
                        "getContentSummary",
                        GetContentSummaryRequestProto.newBuilder().setPath(path).build(),
                        GetContentSummaryResponseProto.parser())
                .getSummary()
                .getSpaceConsumed();
    }

    @Test
    void stats_countReplicasThatAreToBeDeleted() {
        fixture.file("/f", 10);
        assertThat(pendingDeletions()).isZero();
        DeleteRequestProto delete =
                DeleteRequestProto.newBuilder().setSrc("/f").setRecursive(false).build();
        fixture.nameNode.call("delete", delete, DeleteResponseProto.parser());
        assertThat(pendingDeletions()).isEqualTo(3);
        fixture.commands(1);
        assertThat(pendingDeletions()).isEqualTo(2);
    }

    private long pendingDeletions() {
        return fixture.nameNode
                .call("getFsStats", GetFsStatusRequestProto.getDefaultInstance(), GetFsStatsResponseProto.parser())
                .getPendingDeletionBlocks();
    }

    @Test
    void concat_movesTheBlocks() {
        file("/t", 100, 10);
        file("/a", 20);
        file("/b", 30, 5);
        var request = ConcatRequestProto.newBuilder().setTrg("/t").addSrcs("/b").addSrcs("/a");
        fixture.nameNode.call("concat", request.build(), ConcatResponseProto.parser());
        assertThat(fixture.regularFile("/t").length()).isEqualTo(165);
        assertThat(offsets(fixture.locations("/t", 0, 1000))).containsExactly(0L, 100L, 110L, 140L, 145L);
        assertThat(fixture.inode("/a").isDirectory()).isTrue();
        assertThat(fixture.commands(1)).isEmpty();
    }

    @Test
    void concat_ofWhatDoesNotFit_isRefused() {
        file("/t", 100);
        file("/a", 20);
        file("/e");
        file("/d/x", 20);
        assertThat(concat("/t")).isEqualTo("No sources given");
        assertThat(concat("/t", "/t")).contains("is the same with the target file");
        assertThat(concat("/t", "/a", "/a")).contains("at least two of the source files are the same");
        assertThat(concat("/t", "/e")).contains("is invalid or empty or underConstruction");
        assertThat(concat("/t", "/d/x")).contains("is not in the same directory with the target");
        assertThat(concat("/t", "/none")).isEqualTo("File does not exist: /none");
        assertThat(fixture.regularFile("/a").length()).isEqualTo(20);
    }

    private String concat(String target, String... sources) {
        var request = ConcatRequestProto.newBuilder().setTrg(target).addAllSrcs(List.of(sources));
        return fixture.nameNode.refusal("hdfs", "concat", request.build()).message();
    }

    @Test
    void truncate_cutsBetweenBlocksAtOnce() {
        file("/f", 100, 100, 30);
        assertThat(fixture.nameNode
                        .call("truncate", truncate(100), TruncateResponseProto.parser())
                        .getResult())
                .isTrue();
        assertThat(fixture.regularFile("/f").length()).isEqualTo(100);
        assertThat(fixture.commands(1)).hasSize(2);
        assertThat(fixture.nameNode.refusal("hdfs", "truncate", truncate(101)).message())
                .isEqualTo("Cannot truncate to a larger file size. Current size: 100, truncate size: 101.");
        assertThat(fixture.nameNode.refusal("hdfs", "truncate", truncate(-1)).code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        fixture.nameNode.call("truncate", truncate(0), TruncateResponseProto.parser());
        assertThat(fixture.blocks("/f")).isEmpty();
    }

    @Test
    void truncate_insideABlock_leavesTheCutToDataNodes() {
        file("/f", 100, 100, 30);
        assertThat(fixture.nameNode
                        .call("truncate", truncate(150), TruncateResponseProto.parser())
                        .getResult())
                .isFalse();
        assertThat(fixture.blocks("/f")).hasSize(2);
        assertThat(fixture.regularFile("/f").isUnderConstruction()).isTrue();
        List<DataNodeCommand.Truncate> cuts = new ArrayList<>();
        for (int node = 1; node <= 3; node++) {
            fixture.commands(node).stream()
                    .filter(DataNodeCommand.Truncate.class::isInstance)
                    .map(DataNodeCommand.Truncate.class::cast)
                    .forEach(cuts::add);
        }
        assertThat(cuts).singleElement().satisfies(cut -> {
            assertThat(cut.block().length()).isEqualTo(50);
            assertThat(cut.storages()).hasSize(3);
        });
        assertThat(fixture.nameNode.refusal("hdfs", "truncate", truncate(120)).code())
                .isEqualTo(ErrorCode.RECOVERY_IN_PROGRESS);
    }

    private static TruncateRequestProto truncate(long length) {
        return TruncateRequestProto.newBuilder()
                .setSrc("/f")
                .setNewLength(length)
                .setClientName(FileFixture.CLIENT)
                .build();
    }

    @Test
    void fileMarkedUnreadableBySuperusers_isRefusedToThemAlone() {
        fixture.file("/f", 10);
        SetXAttrRequestProto mark = SetXAttrRequestProto.newBuilder()
                .setSrc("/f")
                .setXAttr(XAttrProto.newBuilder()
                        .setNamespace(XAttrNamespaceProto.SECURITY)
                        .setName("hdfs.unreadable.by.superuser"))
                .setFlag(XAttrSetFlagProto.XATTR_CREATE_VALUE)
                .build();
        fixture.nameNode.call("setXAttr", mark, SetXAttrResponseProto.parser());
        GetBlockLocationsRequestProto opening = GetBlockLocationsRequestProto.newBuilder()
                .setSrc("/f")
                .setOffset(0)
                .setLength(10)
                .build();
        assertThat(fixture.nameNode.refusal(NameNodeFixture.SUPERUSER, "getBlockLocations", opening))
                .isEqualTo(new NameNodeFixture.Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access is denied for " + NameNodeFixture.SUPERUSER
                                + " since the superuser is not allowed to perform this operation."));
        assertThat(fixture.nameNode
                        .callAs("bob", "getBlockLocations", opening, GetBlockLocationsResponseProto.parser())
                        .getLocations()
                        .getFileLength())
                .isEqualTo(10);
    }
}
