package io.lambdafs.namenode.op.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.block.Block;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.UseCounter;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.storage.StorageType;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKind;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AbandonBlockResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AppendRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetQuotaUsageResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RecoverLeaseResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2ResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetQuotaResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetStoragePolicyResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ContentSummaryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.QuotaUsageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Quotas, through every operation that changes what is used. After each test the counts are what a walk finds. */
final class QuotaTest {
    private static final long KEEP = Long.MAX_VALUE;
    private static final long CLEAR = -1;
    private static final int FULL = 3 * FileFixture.BLOCK_SIZE;

    private final FileFixture fixture = new FileFixture();

    @AfterEach
    void counts_areWhatAWalkFinds() {
        for (String path : List.of("/", "/q", "/q/in", "/other")) {
            fixture.read(tx -> {
                ResolvedPath at = PathLocks.in(tx).resolve(FsPath.parse(path));
                if (at.exists() && at.last().attributes().features().hasQuota()) {
                    assertThat(QuotaLedger.used(tx, at.last().id())).as(path).isEqualTo(UseCounter.count(tx, at));
                }
                return null;
            });
        }
    }

    @Test
    void names_areCountedAndRefused() {
        mkdirs("/q");
        setQuota("/q", 3, KEEP);
        mkdirs("/q/a");
        fixture.create("/q/f");
        Refusal refusal = new Refusal(
                ErrorCode.NAMES_QUOTA_EXCEEDED,
                "The NameSpace quota (directories and files) of directory /q is exceeded: quota=3 file count=4");
        assertThat(refused("mkdirs", mkdirsRequest("/q/a/b"))).isEqualTo(refusal);
        assertThat(refused("create", FileFixture.createRequest("/q/g", FileFixture.CREATE)))
                .isEqualTo(refusal);
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(3);
        assertThat(usage("/q").getQuota()).isEqualTo(3);
        delete("/q/a");
        fixture.create("/q/g");
        // What is there already costs nothing.
        mkdirs("/q");
    }

    @Test
    void overwriting_givesBackWhatWasThere() {
        mkdirs("/q");
        fixture.file("/q/f", 60);
        setQuota("/q", 2, FULL);
        fixture.nameNode.call(
                "create",
                FileFixture.createRequest("/q/f", FileFixture.CREATE | FileFixture.OVERWRITE),
                CreateResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isZero();
    }

    @Test
    void missingDirectoriesAbove_areCountedTogether() {
        mkdirs("/q");
        setQuota("/q", 4, KEEP);
        assertThat(refused("create", FileFixture.createRequest("/q/a/b/c/f", FileFixture.CREATE))
                        .code())
                .isEqualTo(ErrorCode.NAMES_QUOTA_EXCEEDED);
        fixture.create("/q/a/b/f");
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(4);
    }

    @Test
    void blockBeingWritten_countsAsFull_untilItIsComplete() {
        mkdirs("/q");
        setQuota("/q", KEEP, FULL + 30);
        HdfsFileStatusProto status = fixture.create("/q/f");
        LocatedBlockProto block = fixture.addBlock(FileFixture.addBlockRequest("/q/f", status.getFileId()));
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(FULL);
        HdfsFileStatusProto other = fixture.create("/q/g");
        assertThat(refused(
                        "addBlock",
                        FileFixture.addBlockRequest("/q/g", other.getFileId()).build()))
                .isEqualTo(new Refusal(
                        ErrorCode.SPACE_QUOTA_EXCEEDED,
                        "The DiskSpace quota of /q is exceeded: quota = 330 B = 330 B but diskspace consumed = 600 B"
                                + " = 600 B"));
        fixture.received(block, 10, "s1", "s2", "s3");
        assertThat(fixture.complete(FileFixture.completeRequest("/q/f", status.getFileId())
                        .setLast(FileFixture.withLength(block.getB(), 10))))
                .isTrue();
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(30);
        LocatedBlockProto second = fixture.addBlock(FileFixture.addBlockRequest("/q/g", other.getFileId()));
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(30 + FULL);
        fixture.nameNode.call(
                "abandonBlock",
                AbandonBlockRequestProto.newBuilder()
                        .setSrc("/q/g")
                        .setFileId(other.getFileId())
                        .setHolder(FileFixture.CLIENT)
                        .setB(second.getB())
                        .build(),
                AbandonBlockResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(30);
    }

    @Test
    void append_needsRoomForAFullBlock() {
        mkdirs("/q");
        fixture.file("/q/f", 40);
        setQuota("/q", KEEP, FULL - 1);
        assertThat(refused(
                                "append",
                                AppendRequestProto.newBuilder()
                                        .setSrc("/q/f")
                                        .setClientName(FileFixture.CLIENT)
                                        .build())
                        .code())
                .isEqualTo(ErrorCode.SPACE_QUOTA_EXCEEDED);
        setQuota("/q", KEEP, FULL);
        fixture.append("/q/f", 0);
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(FULL);
    }

    @Test
    void replication_isRefusedOrCounted() {
        mkdirs("/q");
        fixture.file("/q/f", 40);
        setQuota("/q", KEEP, 150);
        assertThat(refused("setReplication", replication("/q/f", 4)).code()).isEqualTo(ErrorCode.SPACE_QUOTA_EXCEEDED);
        fixture.nameNode.call("setReplication", replication("/q/f", 2), SetReplicationResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(80);
    }

    @Test
    void concatAndTruncate_areCounted() {
        mkdirs("/q");
        setQuota("/q", 10, 10_000);
        fixture.file("/q/f", FileFixture.BLOCK_SIZE);
        fixture.file("/q/g", FileFixture.BLOCK_SIZE);
        fixture.nameNode.call("setReplication", replication("/q/g", 1), SetReplicationResponseProto.parser());
        fixture.nameNode.call(
                "concat",
                ConcatRequestProto.newBuilder().setTrg("/q/f").addSrcs("/q/g").build(),
                ConcatResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(2 * FULL);
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(2);
        fixture.nameNode.call(
                "truncate",
                TruncateRequestProto.newBuilder()
                        .setSrc("/q/f")
                        .setNewLength(FileFixture.BLOCK_SIZE)
                        .setClientName(FileFixture.CLIENT)
                        .build(),
                TruncateResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(FULL);
    }

    @Test
    void cutInsideABlock_isNotRefusedByAFullQuota() {
        mkdirs("/q");
        fixture.file("/q/f", FileFixture.BLOCK_SIZE - 20);
        setQuota("/q", 10, FULL - 60);
        fixture.nameNode.call(
                "truncate",
                TruncateRequestProto.newBuilder()
                        .setSrc("/q/f")
                        .setNewLength(10)
                        .setClientName(FileFixture.CLIENT)
                        .build(),
                TruncateResponseProto.parser());
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(FULL - 60);
    }

    @Test
    void directory_isCountedWhereItMovesTo_andNoMoreWhereItWas() {
        mkdirs("/q");
        mkdirs("/other/d/e");
        fixture.file("/other/d/f", 40);
        setQuota("/q", 3, KEEP);
        setQuota("/other", 10, KEEP);
        assertThat(refused("rename2", rename("/other/d", "/q/d")))
                .isEqualTo(
                        new Refusal(
                                ErrorCode.NAMES_QUOTA_EXCEEDED,
                                "The NameSpace quota (directories and files) of directory /q is exceeded: quota=3 file count=4"));
        setQuota("/q", 4, KEEP);
        fixture.nameNode.call("rename2", rename("/other/d", "/q/d"), Rename2ResponseProto.parser());
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(4);
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(120);
        assertThat(usage("/other").getFileAndDirectoryCount()).isEqualTo(1);
        delete("/q/d");
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(1);
        assertThat(usage("/q").getSpaceConsumed()).isZero();
    }

    @Test
    void moveWithinAQuota_isNotRefused() {
        mkdirs("/q/a");
        fixture.create("/q/a/f");
        setQuota("/q", 1, KEEP);
        fixture.nameNode.call("rename2", rename("/q/a/f", "/q/f"), Rename2ResponseProto.parser());
        assertThat(usage("/q").getFileAndDirectoryCount()).isEqualTo(3);
    }

    @Test
    void deepestQuota_refusesFirst() {
        mkdirs("/q/in");
        setQuota("/q", 2, KEEP);
        setQuota("/q/in", 1, KEEP);
        assertThat(refused("mkdirs", mkdirsRequest("/q/in/a")).message()).contains("of directory /q/in is exceeded");
        setQuota("/q/in", 5, KEEP);
        assertThat(refused("mkdirs", mkdirsRequest("/q/in/a")).message()).contains("of directory /q is exceeded");
        setQuota("/q", 5, KEEP);
        mkdirs("/q/in/a");
    }

    @Test
    void quotaBelowTheUse_onlyStopsGrowth() {
        mkdirs("/q/a");
        mkdirs("/q/b");
        mkdirs("/q/c");
        setQuota("/q", 2, KEEP);
        for (String path : List.of("/q/a", "/q/b")) {
            assertThat(refused("mkdirs", mkdirsRequest("/q/d")).code()).isEqualTo(ErrorCode.NAMES_QUOTA_EXCEEDED);
            delete(path);
        }
        assertThat(refused("mkdirs", mkdirsRequest("/q/d")).message()).contains("file count=3");
        delete("/q/c");
        mkdirs("/q/d");
        setQuota("/q", CLEAR, KEEP);
        mkdirs("/q/e");
        List<Detail> left = fixture.read(tx -> tx.details().of(inode("/q"), DetailKind.QUOTA_SHARD, 0, 100));
        assertThat(left).isEmpty();
    }

    @Test
    void typesOfStorage_areLimitedWhereAPolicyIsSet() {
        mkdirs("/q");
        policy("/q", "ONE_SSD");
        setQuota("/q", KEEP, 150, StorageTypeProto.SSD);
        HdfsFileStatusProto status = fixture.create("/q/f");
        fixture.addBlock(FileFixture.addBlockRequest("/q/f", status.getFileId()));
        assertThat(used("/q").get(StorageType.SSD.quotaDimension())).isEqualTo(100);
        assertThat(used("/q").get(StorageType.DISK.quotaDimension())).isEqualTo(200);
        HdfsFileStatusProto other = fixture.create("/q/g");
        assertThat(refused(
                        "addBlock",
                        FileFixture.addBlockRequest("/q/g", other.getFileId()).build()))
                .isEqualTo(new Refusal(
                        ErrorCode.TYPE_QUOTA_EXCEEDED,
                        "Quota by storage type : SSD on path : /q is exceeded. quota = 150 B but space consumed = 200"
                                + " B"));
        policy("/q", "ALL_SSD");
        assertThat(used("/q").get(StorageType.SSD.quotaDimension())).isEqualTo(300);
        assertThat(usage("/q").getTypeQuotaInfos().getTypeQuotaInfo(0).getQuota())
                .isEqualTo(150);
        assertThat(summary("/q").getTypeQuotaInfos().getTypeQuotaInfo(0).getConsumed())
                .isEqualTo(300);
    }

    @Test
    void leaseRecovery_countsWhatItCloses() {
        mkdirs("/q");
        setQuota("/q", 10, 10_000);
        HdfsFileStatusProto status = fixture.create("/q/f");
        LocatedBlockProto block = fixture.addBlock(FileFixture.addBlockRequest("/q/f", status.getFileId()));
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(FULL);
        fixture.received(block, 10, "s1", "s2", "s3");
        fixture.write(tx -> {
            OpenFile open = OpenFile.of(tx, fixture.regularFile("/q/f"));
            open.commitLast(
                    new Block(open.last().orElseThrow().id(), block.getB().getGenerationStamp(), 10));
            open.save();
            return null;
        });
        assertThat(fixture.nameNode
                        .call(
                                "recoverLease",
                                RecoverLeaseRequestProto.newBuilder()
                                        .setSrc("/q/f")
                                        .setClientName("another")
                                        .build(),
                                RecoverLeaseResponseProto.parser())
                        .getResult())
                .isTrue();
        assertThat(usage("/q").getSpaceConsumed()).isEqualTo(30);
    }

    @Test
    void root_hasAQuotaThatNobodySet() {
        assertThat(usage("/").getQuota()).isEqualTo(Long.MAX_VALUE);
        assertThat(refused("setQuota", quota("/", CLEAR, KEEP)))
                .isEqualTo(new Refusal(ErrorCode.INVALID_ARGUMENT, "Cannot clear namespace quota on root."));
        setQuota("/", 2, KEEP);
        mkdirs("/q");
        assertThat(refused("mkdirs", mkdirsRequest("/r")).message()).contains("of directory / is exceeded: quota=2");
    }

    @Test
    void setQuota_isRefusedWhereHdfsRefusesIt() {
        mkdirs("/q");
        fixture.create("/q/f");
        assertThat(fixture.nameNode.refusal("bob", "setQuota", quota("/q", CLEAR, KEEP)))
                .isEqualTo(new Refusal(
                        ErrorCode.ACCESS_DENIED,
                        "Access denied for user bob. Superuser privilege is required for operation clearQuota"));
        assertThat(refused("setQuota", quota("/none", 5, KEEP)))
                .isEqualTo(new Refusal(ErrorCode.FILE_NOT_FOUND, "Directory does not exist: /none"));
        assertThat(refused("setQuota", quota("/q/f", 5, KEEP)).code()).isEqualTo(ErrorCode.PATH_IS_NOT_DIRECTORY);
        assertThat(refused("setQuota", quota("/q", -2, KEEP)))
                .isEqualTo(new Refusal(
                        ErrorCode.INVALID_ARGUMENT, "Illegal value for nsQuota or ssQuota : -2 and " + KEEP));
        setQuota("/q", KEEP, KEEP);
        setQuota("/q", CLEAR, CLEAR);
        assertThat(usage("/q").getQuota()).isEqualTo(CLEAR);
    }

    private INodeId inode(String path) {
        return fixture.inode(path).id();
    }

    private QuotaCounts used(String path) {
        return fixture.read(tx -> QuotaLedger.used(tx, inode(path)));
    }

    private Refusal refused(String method, MessageLite request) {
        return fixture.nameNode.refusal("hdfs", method, request);
    }

    private void setQuota(String path, long names, long space) {
        fixture.nameNode.call("setQuota", quota(path, names, space), SetQuotaResponseProto.parser());
    }

    private void setQuota(String path, long names, long space, StorageTypeProto type) {
        SetQuotaRequestProto request =
                quota(path, names, space).toBuilder().setStorageType(type).build();
        fixture.nameNode.call("setQuota", request, SetQuotaResponseProto.parser());
    }

    private static SetQuotaRequestProto quota(String path, long names, long space) {
        return SetQuotaRequestProto.newBuilder()
                .setPath(path)
                .setNamespaceQuota(names)
                .setStoragespaceQuota(space)
                .build();
    }

    private QuotaUsageProto usage(String path) {
        return fixture.nameNode
                .call(
                        "getQuotaUsage",
                        GetQuotaUsageRequestProto.newBuilder().setPath(path).build(),
                        GetQuotaUsageResponseProto.parser())
                .getUsage();
    }

    private ContentSummaryProto summary(String path) {
        return fixture.nameNode
                .call(
                        "getContentSummary",
                        GetContentSummaryRequestProto.newBuilder().setPath(path).build(),
                        GetContentSummaryResponseProto.parser())
                .getSummary();
    }

    private void policy(String path, String name) {
        SetStoragePolicyRequestProto request = SetStoragePolicyRequestProto.newBuilder()
                .setSrc(path)
                .setPolicyName(name)
                .build();
        fixture.nameNode.call("setStoragePolicy", request, SetStoragePolicyResponseProto.parser());
    }

    private void mkdirs(String path) {
        fixture.nameNode.call("mkdirs", mkdirsRequest(path), MkdirsResponseProto.parser());
    }

    private static MkdirsRequestProto mkdirsRequest(String path) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                .setCreateParent(true)
                .build();
    }

    private void delete(String path) {
        DeleteRequestProto request =
                DeleteRequestProto.newBuilder().setSrc(path).setRecursive(true).build();
        fixture.nameNode.call("delete", request, DeleteResponseProto.parser());
    }

    private static Rename2RequestProto rename(String from, String to) {
        return Rename2RequestProto.newBuilder()
                .setSrc(from)
                .setDst(to)
                .setOverwriteDest(false)
                .build();
    }

    private static SetReplicationRequestProto replication(String path, int replication) {
        return SetReplicationRequestProto.newBuilder()
                .setSrc(path)
                .setReplication(replication)
                .build();
    }
}
