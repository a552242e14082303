package io.lambdafs.namenode.op.file;

import static io.lambdafs.namenode.op.file.FileFixture.addBlockRequest;
import static io.lambdafs.namenode.op.file.FileFixture.completeRequest;
import static io.lambdafs.namenode.op.file.FileFixture.nodes;
import static io.lambdafs.namenode.op.file.FileFixture.withLength;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.BlockState;
import io.lambdafs.block.DataNodeCommand.Invalidate;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AddBlockFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.FsyncResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetAdditionalDatanodeResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdateBlockForPipelineResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.UpdatePipelineResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ExtendedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.junit.jupiter.api.Test;

final class WritePathTest {
    private final FileFixture fixture = new FileFixture();

    private LocatedBlockProto first(long file) {
        return fixture.addBlock(addBlockRequest("/f", file));
    }

    private LocatedBlockProto next(long file, LocatedBlockProto previous, long length) {
        return fixture.addBlock(addBlockRequest("/f", file).setPrevious(withLength(previous.getB(), length)));
    }

    private Refusal refusedBlock(long file, ExtendedBlockProto previous) {
        return fixture.nameNode.refusal(
                "hdfs",
                "addBlock",
                addBlockRequest("/f", file).setPrevious(previous).build());
    }

    @Test
    void fileOfTwoBlocks_isWrittenAndClosed() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto one = first(file);
        assertThat(nodes(one)).startsWith("dn2").containsExactlyInAnyOrder("dn1", "dn2", "dn3");
        fixture.received(one, 100, "s1", "s2", "s3");
        LocatedBlockProto two = next(file, one, 100);
        assertThat(two.getOffset()).isEqualTo(100);
        assertThat(fixture.regularFile("/f").length()).isEqualTo(100);

        fixture.received(two, 7, "s1");
        fixture.nameNode.advance(5);
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(two.getB(), 7))))
                .isTrue();
        assertThat(fixture.regularFile("/f").length()).isEqualTo(107);
        assertThat(fixture.regularFile("/f").isUnderConstruction()).isFalse();
        assertThat(fixture.blocks("/f")).allMatch(block -> block.isComplete());
        assertThat(fixture.<Long>read(tx -> tx.work().replicationQueueLength())).isEqualTo(1);
    }

    @Test
    void places_areOfTheTypesThatThePolicyAboveAsksFor() {
        fixture.heartbeat(1, "ARCHIVE");
        fixture.heartbeat(2, "SSD");
        policy("/", "ONE_SSD");
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        // There are no two disks, but one, and the SSD is taken.
        assertThat(block.getStorageTypesList()).containsExactly(StorageTypeProto.SSD, StorageTypeProto.DISK);
        policy("/", "COLD");
        assertThat(fixture.addBlock(addBlockRequest("/g", fixture.create("/g").getFileId()))
                        .getStorageTypesList())
                .containsExactly(StorageTypeProto.ARCHIVE);
        assertThat(fixture.addBlock(addBlockRequest("/h", fixture.create("/h").getFileId()))
                        .getStorageTypesList())
                .containsExactly(StorageTypeProto.ARCHIVE);
    }

    private void policy(String path, String name) {
        fixture.nameNode.call(
                "setStoragePolicy",
                SetStoragePolicyRequestProto.newBuilder()
                        .setSrc(path)
                        .setPolicyName(name)
                        .build(),
                SetStoragePolicyResponseProto.parser());
    }

    @Test
    void complete_isFalseUntilAReplicaIsReported() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        var request = completeRequest("/f", file).setLast(withLength(block.getB(), 7));
        assertThat(fixture.complete(request)).isFalse();
        assertThat(fixture.blocks("/f").get(0).state()).isEqualTo(BlockState.COMMITTED);
        fixture.received(block, 6, "s1");
        assertThat(fixture.complete(request)).isFalse();
        fixture.received(block, 7, "s1");
        assertThat(fixture.complete(request)).isTrue();
        assertThat(fixture.complete(request)).isTrue();
    }

    @Test
    void complete_isFalseWhileTheOnlyReplicaIsOnADeadDataNode() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        var request = completeRequest("/f", file).setLast(withLength(block.getB(), 7));
        fixture.received(block, 7, "s1");
        fixture.nameNode.advance(Duration.ofHours(1).toMillis());
        fixture.heartbeat(2);
        assertThat(fixture.complete(request)).isFalse();
        assertThat(fixture.blocks("/f").get(0).state()).isEqualTo(BlockState.COMMITTED);
        fixture.received(block, 7, "s2");
        assertThat(fixture.complete(request)).isTrue();
    }

    @Test
    void complete_knowsADataNodeThatCameAMomentAgo() {
        long file = fixture.create("/f").getFileId();
        fixture.nameNode.advance(Duration.ofHours(1).toMillis());
        fixture.heartbeat(2);
        LocatedBlockProto block = first(file);
        fixture.heartbeat(1);
        fixture.received(block, 7, "s1");
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(block.getB(), 7))))
                .isTrue();
    }

    @Test
    void complete_waitsForTheReportThatIsOnItsWay() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        fixture.whileWaiting = () -> fixture.received(block, 7, "s2");
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(block.getB(), 7))))
                .isTrue();
    }

    @Test
    void complete_holdsNothing_whileItWaits() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        List<List<Writer>> open = new ArrayList<>();
        fixture.whileWaiting = () -> {
            open.add(fixture.nameNode.store.openWriters(any -> true));
            fixture.received(block, 7, "s2");
        };
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(block.getB(), 7))))
                .isTrue();
        assertThat(open).containsExactly(List.of());
    }

    @Test
    void addBlock_toAFileWhoseNameIsAnothersNow_leavesTheOtherAlone() {
        long moved = fixture.create("/f").getFileId();
        fixture.nameNode.call(
                "rename",
                RenameRequestProto.newBuilder().setSrc("/f").setDst("/g").build(),
                RenameResponseProto.parser());
        fixture.create("/f");
        int before = fixture.nameNode.runAgain.get();
        LocatedBlockProto block = first(moved);
        assertThat(fixture.blocks("/g"))
                .singleElement()
                .matches(added -> added.id().value() == block.getB().getBlockId());
        assertThat(fixture.blocks("/f")).isEmpty();
        assertThat(fixture.nameNode.runAgain.get() - before)
                .as("once without the other's row, which was locked ahead by its name")
                .isEqualTo(1);
    }

    @Test
    void completeByAnother_isRefusedInHdfsWords() {
        long file = fixture.create("/f").getFileId();
        var request = completeRequest("/f", file).setClientName("other").build();
        Refusal refusal = fixture.nameNode.refusal("hdfs", "complete", request);
        assertThat(refusal.code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(refusal.message())
                .isEqualTo("Client (=other) is not the lease owner (=" + FileFixture.CLIENT + ": /f (inode " + file
                        + ") Holder other does not have any open files.");
    }

    @Test
    void writeToClosedOrAbsentFile_isRefused() {
        fixture.file("/f", 5);
        long file = fixture.inode("/f").id().value();
        Refusal closed =
                refusedBlock(file, fixture.locations("/f", 0, 1).getLastBlock().getB());
        assertThat(closed.code()).isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(closed.message()).startsWith("File is not open for writing: /f (inode " + file + ") Holder ");

        for (long absent : new long[] {0, -1, 999_999}) {
            Refusal gone = fixture.nameNode.refusal(
                    "hdfs", "addBlock", addBlockRequest("/g", absent).build());
            assertThat(gone.code()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
            assertThat(gone.message()).startsWith("File does not exist: /g (inode " + absent + ") Holder ");
        }
    }

    @Test
    void complete_ofClosedFile_isTrueUnderItsNumberOrNone() {
        LocatedBlockProto block = fixture.file("/f", 5);
        long file = fixture.inode("/f").id().value();
        ExtendedBlockProto last = withLength(block.getB(), 5);
        assertThat(fixture.complete(completeRequest("/f", file).setLast(last))).isTrue();
        assertThat(fixture.complete(completeRequest("/f", 0).setLast(last))).isTrue();
        for (long absent : new long[] {-1, -5, 999_999}) {
            assertThat(fixture.nameNode.refusal(
                            "hdfs",
                            "complete",
                            completeRequest("/f", absent).setLast(last).build()))
                    .isEqualTo(new Refusal(
                            ErrorCode.FILE_NOT_FOUND,
                            "File does not exist: /f (inode " + absent + ") Holder DFSClient_1 does not have any open"
                                    + " files."));
        }
    }

    @Test
    void addBlock_repeatedUnderANewId_givesTheSameBlock() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto one = first(file);
        assertThat(first(file).getB()).isEqualTo(one.getB());
        fixture.received(one, 100, "s1");
        LocatedBlockProto two = next(file, one, 100);
        LocatedBlockProto again = next(file, one, 100);
        assertThat(again.getB()).isEqualTo(two.getB());
        assertThat(again.getOffset()).isEqualTo(100);
        assertThat(nodes(again)).containsExactlyInAnyOrderElementsOf(nodes(two));
        assertThat(fixture.blocks("/f")).hasSize(2);
    }

    @Test
    void addBlock_resubmittedUnderTheSameId_givesTheSameAnswer() {
        long file = fixture.create("/f").getFileId();
        RequestId id = fixture.nameNode.newRequestId();
        byte[] request = addBlockRequest("/f", file).build().toByteArray();
        byte[] answer = fixture.nameNode.send(id, "hdfs", "addBlock", request).payload();
        assertThat(fixture.nameNode.send(id, "hdfs", "addBlock", request).payload())
                .isEqualTo(answer);
        assertThat(fixture.blocks("/f")).hasSize(1);
    }

    @Test
    void addBlock_whileThePenultimateWaits_isRefused() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto one = first(file);
        LocatedBlockProto two = next(file, one, 100);
        Refusal refusal = refusedBlock(file, withLength(two.getB(), 100));
        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_REPLICATED_YET);
        assertThat(refusal.message()).isEqualTo("Not replicated yet: /f");
        fixture.received(one, 100, "s3");
        assertThat(next(file, two, 100).getOffset()).isEqualTo(200);
    }

    @Test
    void addBlock_withABlockThatIsNone_isRefused() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto one = first(file);
        ExtendedBlockProto unknown = one.getB().toBuilder().setBlockId(424242).build();
        assertThat(refusedBlock(file, unknown).message())
                .startsWith("Cannot allocate block in /f: passed 'previous' block blk_424242_");
        assertThat(refusedBlock(file, withLength(one.getB(), -5)).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusedBlock(file, one.getB().toBuilder().setPoolId("BP-x").build())
                        .message())
                .startsWith("Unexpected BlockPoolId BP-x - expected ");
        assertThat(fixture.blocks("/f")).hasSize(1);
    }

    @Test
    void addBlock_withoutUsableNodes_isRefusedInHdfsWords() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto one = first(file);
        abandon(file, one);
        var request = addBlockRequest("/f", file);
        one.getLocsList().forEach(request::addExcludeNodes);
        assertThat(fixture.nameNode.refusal("hdfs", "addBlock", request.build()).message())
                .isEqualTo("File /f could only be written to 0 of the 1 minReplication nodes. There are 3 datanode(s)"
                        + " running and 3 node(s) are excluded in this operation.");
        fixture.nameNode.advance(Duration.ofMinutes(2).toMillis());
        assertThat(fixture.nameNode
                        .refusal("hdfs", "addBlock", addBlockRequest("/f", file).build())
                        .message())
                .contains("There are 0 datanode(s) running and no node(s) are excluded");
    }

    @Test
    void addBlock_flagsMoveTheFirstReplica() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto away =
                fixture.addBlock(addBlockRequest("/f", file).addFlags(AddBlockFlagProto.NO_LOCAL_WRITE));
        assertThat(nodes(away)).hasSize(3);
        abandon(file, away);
        LocatedBlockProto favoured =
                fixture.addBlock(addBlockRequest("/f", file).addFavoredNodes("host3:9866"));
        assertThat(nodes(favoured)).startsWith("dn3");
    }

    @Test
    void tooManyBlocks_areRefused() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        for (int i = 1; i < 5; i++) {
            fixture.received(block, 100, "s1");
            block = next(file, block, 100);
        }
        fixture.received(block, 100, "s1");
        assertThat(refusedBlock(file, withLength(block.getB(), 100)).message())
                .contains("limit on maximum number of blocks")
                .endsWith("5 >= 5");
    }

    private void abandon(long file, LocatedBlockProto block) {
        fixture.nameNode.call(
                "abandonBlock",
                AbandonBlockRequestProto.newBuilder()
                        .setB(block.getB())
                        .setSrc("/f")
                        .setHolder(FileFixture.CLIENT)
                        .setFileId(file)
                        .build(),
                AbandonBlockResponseProto.parser());
    }

    @Test
    void abandonedBlock_isGoneAndItsReplicasAreDeleted() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        fixture.received(block, 3, "s1");
        abandon(file, block);
        abandon(file, block);
        assertThat(fixture.blocks("/f")).isEmpty();
        assertThat(fixture.commands(1)).singleElement().isInstanceOf(Invalidate.class);
        assertThat(first(file).getB().getBlockId()).isNotEqualTo(block.getB().getBlockId());
    }

    @Test
    void fsync_makesTheLengthVisible() {
        long file = fixture.create("/f").getFileId();
        first(file);
        fsync(file, 33);
        fsync(file, -1);
        fsync(file, 20);
        assertThat(fixture.regularFile("/f").length()).isEqualTo(33);
    }

    private void fsync(long file, long length) {
        fixture.nameNode.call(
                "fsync",
                FsyncRequestProto.newBuilder()
                        .setSrc("/f")
                        .setClient(FileFixture.CLIENT)
                        .setLastBlockLength(length)
                        .setFileId(file)
                        .build(),
                FsyncResponseProto.parser());
    }

    @Test
    void brokenPipeline_isReplacedUnderANewGenerationStamp() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        ExtendedBlockProto renewed = fixture.nameNode
                .call(
                        "updateBlockForPipeline",
                        forPipeline(block, FileFixture.CLIENT),
                        UpdateBlockForPipelineResponseProto.parser())
                .getBlock()
                .getB();
        assertThat(renewed.getGenerationStamp()).isGreaterThan(block.getB().getGenerationStamp());
        updatePipeline(block.getB(), withLength(renewed, 4));

        fixture.received(block, 9, "s3");
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(renewed, 9))))
                .isFalse();
        fixture.received(renewed, 9, "s1");
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(renewed, 9))))
                .isTrue();
        assertThat(nodes(fixture.locations("/f", 0, 10).getBlocks(0))).containsExactly("dn1");
    }

    @Test
    void renewedGenerationStamp_isAboveThoseOfOtherNameNodes() {
        LocatedBlockProto block = first(fixture.create("/f").getFileId());
        long ofAnother =
                fixture.nameNode.store.reserve(Sequence.GENERATION_STAMP, 1).first();

        ExtendedBlockProto renewed = fixture.nameNode
                .call(
                        "updateBlockForPipeline",
                        forPipeline(block, FileFixture.CLIENT),
                        UpdateBlockForPipelineResponseProto.parser())
                .getBlock()
                .getB();

        assertThat(renewed.getGenerationStamp()).isGreaterThan(ofAnother);
    }

    private static UpdateBlockForPipelineRequestProto forPipeline(LocatedBlockProto block, String client) {
        return UpdateBlockForPipelineRequestProto.newBuilder()
                .setBlock(block.getB())
                .setClientName(client)
                .build();
    }

    private static UpdatePipelineRequestProto pipeline(ExtendedBlockProto old, ExtendedBlockProto renewed) {
        return UpdatePipelineRequestProto.newBuilder()
                .setClientName(FileFixture.CLIENT)
                .setOldBlock(old)
                .setNewBlock(renewed)
                .addNewNodes(DatanodeIDProto.newBuilder()
                        .setIpAddr("10.0.0.1")
                        .setHostName("host1")
                        .setDatanodeUuid("dn1")
                        .setXferPort(1)
                        .setInfoPort(2)
                        .setIpcPort(3))
                .addStorageIDs("s1")
                .build();
    }

    private void updatePipeline(ExtendedBlockProto old, ExtendedBlockProto renewed) {
        fixture.nameNode.call("updatePipeline", pipeline(old, renewed), UpdatePipelineResponseProto.parser());
    }

    @Test
    void pipelineUpdates_thatContradict_areRefused() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        var nameNode = fixture.nameNode;
        assertThat(nameNode.refusal("hdfs", "updateBlockForPipeline", forPipeline(block, "other"))
                        .code())
                .isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(nameNode.refusal("hdfs", "updatePipeline", pipeline(block.getB(), block.getB()))
                        .message())
                .contains("does not have a larger generation stamp than the last block");
        ExtendedBlockProto unknown = block.getB().toBuilder().setBlockId(7).build();
        assertThat(nameNode.refusal("hdfs", "updatePipeline", pipeline(unknown, unknown))
                        .message())
                .endsWith("does not exist.");
        fixture.received(block, 1, "s1");
        fixture.complete(completeRequest("/f", file).setLast(withLength(block.getB(), 1)));
        assertThat(nameNode.refusal("hdfs", "updateBlockForPipeline", forPipeline(block, FileFixture.CLIENT))
                        .message())
                .startsWith("Unexpected BlockUCState: ")
                .endsWith(" is COMPLETE but not UNDER_CONSTRUCTION");
    }

    @Test
    void additionalDatanode_comesAfterTheExistingOnes() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = first(file);
        var request = GetAdditionalDatanodeRequestProto.newBuilder()
                .setSrc("/f")
                .setFileId(file)
                .setBlk(block.getB())
                .setClientName(FileFixture.CLIENT)
                .setNumAdditionalNodes(1)
                .addExistings(block.getLocs(0))
                .addExistingStorageUuids(block.getStorageIDs(0))
                .addExcludes(block.getLocs(1));
        LocatedBlockProto answer = fixture.nameNode
                .call("getAdditionalDatanode", request.build(), GetAdditionalDatanodeResponseProto.parser())
                .getBlock();
        assertThat(nodes(answer))
                .containsExactly(nodes(block).get(0), nodes(block).get(2));
        assertThat(fixture.nameNode
                        .refusal(
                                "hdfs",
                                "getAdditionalDatanode",
                                request.setNumAdditionalNodes(-1).build())
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
}
