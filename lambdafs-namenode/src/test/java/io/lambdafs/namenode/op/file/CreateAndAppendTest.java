package io.lambdafs.namenode.op.file;

import static io.lambdafs.namenode.op.file.FileFixture.CREATE;
import static io.lambdafs.namenode.op.file.FileFixture.OVERWRITE;
import static io.lambdafs.namenode.op.file.FileFixture.addBlockRequest;
import static io.lambdafs.namenode.op.file.FileFixture.completeRequest;
import static io.lambdafs.namenode.op.file.FileFixture.createRequest;
import static io.lambdafs.namenode.op.file.FileFixture.nodes;
import static io.lambdafs.namenode.op.file.FileFixture.withLength;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand.Recover;
import io.lambdafs.block.StorageId;
import io.lambdafs.lease.BlockSynchronization;
import io.lambdafs.lease.BlockSynchronization.Report;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateFlagProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.IsFileClosedRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.IsFileClosedResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenewLeaseResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.junit.jupiter.api.Test;

final class CreateAndAppendTest {
    private final FileFixture fixture = new FileFixture();

    private Refusal refused(CreateRequestProto.Builder request) {
        return fixture.nameNode.refusal("hdfs", "create", request.build());
    }

    private static CreateRequestProto.Builder by(String client, String path, int flags) {
        return createRequest(path, flags).toBuilder().setClientName(client);
    }

    private void mkdirs(String path, int mode) {
        fixture.nameNode.call(
                "mkdirs",
                MkdirsRequestProto.newBuilder()
                        .setSrc(path)
                        .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                        .setCreateParent(true)
                        .build(),
                MkdirsResponseProto.parser());
    }

    @Test
    void create_makesParentsAndTellsTheStatus() {
        HdfsFileStatusProto status = fixture.create("/a/b/f");
        assertThat(status.getOwner()).isEqualTo("hdfs");
        assertThat(status.getPermission().getPerm()).isEqualTo(0644);
        assertThat(status.getBlocksize()).isEqualTo(FileFixture.BLOCK_SIZE);
        assertThat(status.getFileId()).isEqualTo(fixture.inode("/a/b/f").id().value());
        assertThat(fixture.inode("/a/b").isDirectory()).isTrue();
        assertThat(fixture.nameNode
                        .refusal(
                                "hdfs",
                                "create",
                                createRequest("/x/y/f", CREATE).toBuilder()
                                        .setCreateParent(false)
                                        .build())
                        .code())
                .isEqualTo(ErrorCode.FILE_NOT_FOUND);
    }

    @Test
    void create_touchesTheDirectory() {
        mkdirs("/d", 0755);
        fixture.nameNode.advance(50);
        fixture.create("/d/f");
        assertThat(fixture.inode("/d").attributes().modificationMillis()).isEqualTo(fixture.nameNode.millis());
    }

    @Test
    void create_mayGiveTheFileAStoragePolicy_forGoodIfItGoesThroughMemory() {
        mkdirs("/cold", 0755);
        policy("/cold", "COLD");
        assertThat(created(by("c", "/cold/f", CREATE))).isEqualTo(2);
        assertThat(fixture.inode("/cold/f").attributes().features().storagePolicy())
                .isZero();
        assertThat(created(by("c", "/cold/warm", CREATE).setStoragePolicy("warm")))
                .isEqualTo(5);
        assertThat(created(by("c", "/new/memory", CREATE | CreateFlagProto.LAZY_PERSIST_VALUE)))
                .isEqualTo(15);
        assertThat(fixture.nameNode.refusal(
                        NameNodeFixture.SUPERUSER, "setStoragePolicy", policyRequest("/new/memory", "HOT")))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ARGUMENT,
                        "Existing policy LAZY_PERSIST cannot be changed after file creation."));
        assertThat(fixture.nameNode
                        .refusal(
                                NameNodeFixture.SUPERUSER, "setStoragePolicy", policyRequest("/cold/f", "LAZY_PERSIST"))
                        .message())
                .isEqualTo("Policy BlockStoragePolicy{LAZY_PERSIST:15, storageTypes=[RAM_DISK, DISK],"
                        + " creationFallbacks=[DISK], replicationFallbacks=[DISK]} cannot be set after file creation.");
        policy("/new", "LAZY_PERSIST");
        assertThat(created(by("c", "/new/g", CREATE))).isEqualTo(15);
        assertThat(fixture.inode("/new/g").attributes().features().storagePolicy())
                .isEqualTo(15);
        assertThat(refused(by("c", "/f", CREATE).setStoragePolicy("LUKEWARM")).message())
                .isEqualTo("Cannot find a block policy with the name LUKEWARM");
    }

    private int created(CreateRequestProto.Builder request) {
        return fixture.nameNode
                .call("create", request.build(), CreateResponseProto.parser())
                .getFs()
                .getStoragePolicy();
    }

    private static SetStoragePolicyRequestProto policyRequest(String path, String policy) {
        return SetStoragePolicyRequestProto.newBuilder()
                .setSrc(path)
                .setPolicyName(policy)
                .build();
    }

    private void policy(String path, String policy) {
        fixture.nameNode.call("setStoragePolicy", policyRequest(path, policy), SetStoragePolicyResponseProto.parser());
    }

    @Test
    void create_withBadArguments_isRefused() {
        assertThat(refused(by("c", "/f", CREATE).setBlockSize(9)).message())
                .isEqualTo("Specified block size 9 is less than configured minimum value"
                        + " dfs.namenode.fs-limits.min-block-size=10");
        assertThat(refused(by("c", "/f", CREATE).setBlockSize(-1)).code()).isEqualTo(ErrorCode.IO_ERROR);
        assertThat(refused(by("c", "/f", CREATE).setReplication(0)).message()).contains("required minimum of 1");
        assertThat(refused(by("c", "/f", CREATE).setReplication(600)).message()).contains("exceeds maximum of 512");
        assertThat(refused(by("c", "/f", CREATE).setEcPolicyName("RS-6-3-1024k"))
                        .code())
                .isEqualTo(ErrorCode.UNSUPPORTED_OPERATION);
        assertThat(refused(by("c".repeat(2000), "/f", CREATE)).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refused(by("c", "/f", OVERWRITE)).message()).isEqualTo("Can't overwrite non-existent /f");
        assertThat(refused(by("c", "/", CREATE)).message()).isEqualTo("/ already exists as a directory");
        fixture.file("/g", 3);
        assertThat(refused(by("c", "/g/h", CREATE)).code()).isEqualTo(ErrorCode.PARENT_NOT_DIRECTORY);
        assertThat(fixture.nameNode
                        .refusal("bob", "create", createRequest("/h", CREATE))
                        .code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void create_ofExistingFile_isRefused() {
        fixture.file("/f", 5);
        Refusal refusal = refused(by("c", "/f", CREATE));
        assertThat(refusal.code()).isEqualTo(ErrorCode.FILE_ALREADY_EXISTS);
        assertThat(refusal.message()).isEqualTo("/f for client 127.0.0.1 already exists");
    }

    @Test
    void overwrite_replacesTheFileAndDeletesItsBlocks() {
        fixture.file("/f", 5);
        long old = fixture.inode("/f").id().value();
        var request = createRequest("/f", CREATE | OVERWRITE);
        long made = fixture.nameNode
                .call("create", request, CreateResponseProto.parser())
                .getFs()
                .getFileId();
        assertThat(made).isNotEqualTo(old);
        assertThat(fixture.blocks("/f")).isEmpty();
        assertThat(fixture.commands(1)).hasSize(1);
        assertThat(fixture.<Long>read(tx -> tx.blocks().count())).isZero();
    }

    @Test
    void create_resubmitted_givesTheFirstAnswer() {
        RequestId id = fixture.nameNode.newRequestId();
        byte[] request = createRequest("/f", CREATE).toByteArray();
        byte[] answer = fixture.nameNode.send(id, "hdfs", "create", request).payload();
        assertThat(fixture.nameNode.send(id, "hdfs", "create", request).payload())
                .isEqualTo(answer);
        assertThat(refused(by(FileFixture.CLIENT, "/f", CREATE)).message())
                .isEqualTo("Failed to CREATE_FILE /f for DFSClient_1 on 127.0.0.1 because DFSClient_1 is already the"
                        + " current lease holder.");
    }

    @Test
    void create_ofAFileBeingWritten_isRefusedUntilTheLeaseRunsOut() {
        fixture.create("/f");
        Refusal refusal = refused(by("other", "/f", CREATE));
        assertThat(refusal.code()).isEqualTo(ErrorCode.ALREADY_BEING_CREATED);
        assertThat(refusal.message())
                .isEqualTo("Failed to CREATE_FILE /f for other on 127.0.0.1 because this file lease is currently owned"
                        + " by DFSClient_1 on 127.0.0.1");
        fixture.advance(Duration.ofSeconds(50));
        fixture.nameNode.call(
                "renewLease",
                RenewLeaseRequestProto.newBuilder()
                        .setClientName(FileFixture.CLIENT)
                        .build(),
                RenewLeaseResponseProto.parser());
        fixture.advance(Duration.ofSeconds(50));
        assertThat(refused(by("other", "/f", CREATE)).code()).isEqualTo(ErrorCode.ALREADY_BEING_CREATED);
        fixture.advance(Duration.ofSeconds(11));
        int before = fixture.nameNode.runAgain.get();
        assertThat(refused(by("other", "/f", CREATE)).code()).isEqualTo(ErrorCode.FILE_ALREADY_EXISTS);
        assertThat(fixture.nameNode.runAgain.get() - before)
                .as("once, without the locks, and not after waiting for them")
                .isLessThanOrEqualTo(1);
        assertThat(fixture.regularFile("/f").isUnderConstruction()).isFalse();
    }

    @Test
    void append_afterTheSoftLimit_recoversTheLastBlockFirst() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = fixture.addBlock(addBlockRequest("/f", file));
        fixture.advance(Duration.ofSeconds(61));
        assertThat(refusedAppend("other").code()).isEqualTo(ErrorCode.RECOVERY_IN_PROGRESS);
        assertThat(refusedAppend("other").message())
                .isEqualTo("Failed to APPEND_FILE /f for other on 127.0.0.1 because lease recovery is in progress."
                        + " Try again later.");
        Recover command = recoverCommand();
        synchronize(block, command, 8);
        var request = AppendRequestProto.newBuilder()
                .setSrc("/f")
                .setClientName("other")
                .build();
        AppendResponseProto response = fixture.nameNode.call("append", request, AppendResponseProto.parser());
        assertThat(response.getStat().getLength()).isEqualTo(8);
        assertThat(response.getBlock().getB().getGenerationStamp()).isEqualTo(command.newGenerationStamp());
    }

    private Refusal refusedAppend(String client) {
        return fixture.nameNode.refusal(
                "hdfs",
                "append",
                AppendRequestProto.newBuilder()
                        .setSrc("/f")
                        .setClientName(client)
                        .build());
    }

    private Recover recoverCommand() {
        List<Recover> commands = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            fixture.commands(number).forEach(command -> commands.add((Recover) command));
        }
        assertThat(commands).hasSize(1);
        return commands.get(0);
    }

    private void synchronize(LocatedBlockProto block, Recover command, long length) {
        Block old =
                new Block(new BlockId(block.getB().getBlockId()), block.getB().getGenerationStamp(), 0);
        fixture.write(tx -> {
            new BlockSynchronization(fixture.nameNode, Duration.ofSeconds(30))
                    .apply(
                            tx,
                            new Report(
                                    Set.of(new StorageId("s1")),
                                    old,
                                    command.newGenerationStamp(),
                                    length,
                                    true,
                                    false,
                                    List.of(new StorageId("s1"))));
            return null;
        });
    }

    @Test
    void recoverLease_takesTheFileAtOnce() {
        long file = fixture.create("/f").getFileId();
        LocatedBlockProto block = fixture.addBlock(addBlockRequest("/f", file));
        assertThat(recoverLease()).isFalse();
        assertThat(recoverLease()).isFalse();
        Recover command = recoverCommand();
        assertThat(fixture.nameNode
                        .refusal(
                                "hdfs",
                                "complete",
                                completeRequest("/f", file)
                                        .setLast(block.getB())
                                        .build())
                        .code())
                .isEqualTo(ErrorCode.LEASE_EXPIRED);
        assertThat(isClosed()).isFalse();
        synchronize(block, command, 8);
        assertThat(recoverLease()).isTrue();
        assertThat(isClosed()).isTrue();
    }

    private boolean recoverLease() {
        return fixture.nameNode
                .call(
                        "recoverLease",
                        RecoverLeaseRequestProto.newBuilder()
                                .setSrc("/f")
                                .setClientName("other")
                                .build(),
                        RecoverLeaseResponseProto.parser())
                .getResult();
    }

    private boolean isClosed() {
        return fixture.nameNode
                .call(
                        "isFileClosed",
                        IsFileClosedRequestProto.newBuilder().setSrc("/f").build(),
                        IsFileClosedResponseProto.parser())
                .getResult();
    }

    @Test
    void append_reopensTheLastBlock() {
        LocatedBlockProto block = fixture.file("/f", 40);
        AppendResponseProto response = fixture.append("/f", 0);
        assertThat(response.getBlock().getB()).isEqualTo(withLength(block.getB(), 40));
        assertThat(nodes(response.getBlock())).containsExactlyInAnyOrder("dn1", "dn2", "dn3");
        assertThat(response.getStat().getLength()).isEqualTo(40);
        long file = response.getStat().getFileId();
        assertThat(fixture.complete(completeRequest("/f", file).setLast(withLength(block.getB(), 40))))
                .isTrue();
        assertThat(fixture.regularFile("/f").length()).isEqualTo(40);
    }

    @Test
    void append_atTheBlockBoundary_continuesWithANewBlock() {
        fixture.file("/f", FileFixture.BLOCK_SIZE);
        AppendResponseProto response = fixture.append("/f", 0);
        assertThat(response.hasBlock()).isFalse();
        LocatedBlockProto added =
                fixture.addBlock(addBlockRequest("/f", response.getStat().getFileId()));
        assertThat(added.getOffset()).isEqualTo(FileFixture.BLOCK_SIZE);
    }

    @Test
    void append_withANewBlock_leavesTheLastOneAsItIs() {
        LocatedBlockProto block = fixture.file("/f", 40);
        AppendResponseProto response = fixture.append("/f", 32);
        assertThat(response.getBlock().getLocsCount()).isZero();
        assertThat(fixture.blocks("/f").get(0).isComplete()).isTrue();
        LocatedBlockProto added = fixture.addBlock(
                addBlockRequest("/f", response.getStat().getFileId()).setPrevious(withLength(block.getB(), 40)));
        assertThat(added.getOffset()).isEqualTo(40);
    }

    @Test
    void append_toWhatIsNoFile_isRefused() {
        assertThat(refusedAppend("c").message())
                .isEqualTo("Failed to append to non-existent file /f for client 127.0.0.1");
        mkdirs("/f", 0755);
        assertThat(refusedAppend("c").code()).isEqualTo(ErrorCode.FILE_ALREADY_EXISTS);
    }

    @Test
    void append_withoutALiveReplica_isRefused() {
        fixture.file("/f", 40);
        fixture.nameNode.advance(Duration.ofMinutes(5).toMillis());
        assertThat(refusedAppend("c").message()).endsWith("is not sufficiently replicated yet.");
    }
}
