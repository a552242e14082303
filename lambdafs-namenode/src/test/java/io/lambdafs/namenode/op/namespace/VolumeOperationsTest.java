package io.lambdafs.namenode.op.namespace;

import static io.lambdafs.namenode.op.namespace.NamespaceClient.deleteRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.mkdirsRequest;
import static io.lambdafs.namenode.op.namespace.NamespaceClient.rename2Request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.Credentials;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.transaction.OpenVolume;
import io.lambdafs.faas.transaction.TransactionLimits;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.stepped.SteppedEngine;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.subtree.PolicyMethods;
import io.lambdafs.wire.subtree.PolicyRequest;
import io.lambdafs.wire.subtree.VolumePolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.ContentSummaryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What NameNodes show of volumes, and what they refuse there. */
final class VolumeOperationsTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);
    private static final Bounds BOUNDS =
            new Bounds(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(10));

    private long nanos;
    private final VolumeStore volumes = new SteppedEngine(this::moment, new Random(1), batch -> {})
            .openAtOnce(BOUNDS)
            .volumes()
            .orElseThrow();
    private final NamespaceClient hdfs =
            new NamespaceClient(new NameNodeFixture(this::withVolumes), NameNodeFixture.SUPERUSER);
    private final NamespaceClient bob = hdfs.as("bob");

    private Moment moment() {
        nanos += 1000;
        return new Moment(nanos, nanos / 1000);
    }

    private Transaction withVolumes(Transaction decorated) {
        return new ForwardingTransaction(decorated) {
            @Override
            public Optional<VolumeStore> volumes() {
                return Optional.of(volumes);
            }
        };
    }

    @BeforeEach
    void makeVolume() {
        hdfs.mkdirs("/a/vol");
        setPolicy(hdfs, "/a/vol", new VolumePolicy(1024).toText());
    }

    private static BytesValue policy(String path, String policy) {
        return BytesValue.newBuilder()
                .setValue(org.apache.hadoop.thirdparty.protobuf.ByteString.copyFrom(
                        new PolicyRequest(path, policy).encode()))
                .build();
    }

    private static void setPolicy(NamespaceClient as, String path, String policy) {
        as.fixture.call(PolicyMethods.SET, policy(path, policy), BytesValue.parser());
    }

    private VolumeFiles files() {
        VolumeId id = VolumeId.ofDirectory(new INodeId(hdfs.status("/a/vol").getFileId()));
        VolumeInfo info = volumes.createIfAbsent(id, 1024);
        return new VolumeFiles(
                new OpenVolume(volumes, info, CacheUpdate.EAGER, TransactionLimits.defaults()),
                Credentials.ROOT,
                "/mnt/v",
                () -> NOW);
    }

    /** What a function does that writes files and directories. */
    private void function() {
        VolumeFiles files = files();
        files.begin();
        files.mkdir(At.root("d"), 0750);
        files.mkdir(At.root("d/e"), 0755);
        write(files, "d/e/f", "hello");
        write(files, "g", "x".repeat(3000));
        files.symlink(ByteString.of("d/e/f"), At.root("link"));
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
    }

    private static void write(VolumeFiles files, String path, String text) {
        long handle = files.open(At.root(path), OpenFlags.WRONLY | OpenFlags.CREAT | OpenFlags.TRUNC, 0640);
        byte[] bytes = text.getBytes(UTF_8);
        files.write(handle, bytes, 0, bytes.length);
        files.release(handle);
    }

    private ContentSummaryProto summary(String path) {
        return hdfs.fixture
                .call(
                        "getContentSummary",
                        GetContentSummaryRequestProto.newBuilder().setPath(path).build(),
                        GetContentSummaryResponseProto.parser())
                .getSummary();
    }

    private void requireRefused(String method, org.apache.hadoop.thirdparty.protobuf.MessageLite request) {
        Refusal refusal = hdfs.refusal(method, request);
        assertThat(refusal.code()).isEqualTo(ErrorCode.UNSUPPORTED_OPERATION);
        assertThat(refusal.message()).contains("is in the volume /a/vol");
    }

    @Test
    void volume_isEmptyUntilAFunctionHasCommitted() {
        assertThat(hdfs.list("/a/vol")).isEmpty();
        assertThat(hdfs.exists("/a/vol/g")).isFalse();
        function();
        assertThat(hdfs.list("/a/vol")).containsExactly("d", "g", "link");
        assertThat(hdfs.list("/a/vol/d/e")).containsExactly("f");
        assertThat(hdfs.exists("/a/vol/d/e/f/below")).isFalse();
    }

    @Test
    void statuses_haveTheVolumesModesAndTimes_andTheDirectorysOwner() {
        function();
        HdfsFileStatusProto file = hdfs.status("/a/vol/g");
        assertThat(file.getFileType()).isEqualTo(HdfsFileStatusProto.FileType.IS_FILE);
        assertThat(file.getLength()).isEqualTo(3000);
        assertThat(file.getPermission().getPerm()).isEqualTo(0640);
        assertThat(file.getModificationTime()).isEqualTo(NOW.toEpochMilli());
        assertThat(file.getOwner()).isEqualTo(hdfs.status("/a/vol").getOwner());
        assertThat(file.getBlocksize()).isEqualTo(1024);
        HdfsFileStatusProto directory = hdfs.status("/a/vol/d");
        assertThat(directory.getFileType()).isEqualTo(HdfsFileStatusProto.FileType.IS_DIR);
        assertThat(directory.getPermission().getPerm()).isEqualTo(0750);
        assertThat(hdfs.status("/a/vol/link").getLength()).isEqualTo("d/e/f".length());
    }

    @Test
    void pages_ofALargeDirectory_followEachOther() {
        VolumeFiles files = files();
        files.begin();
        for (int i = 0; i < 2500; i++) {
            files.mkdir(At.root(String.format("d%04d", i)), 0755);
        }
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
        assertThat(hdfs.list("/a/vol")).hasSize(2500).isSorted();
    }

    @Test
    void summaries_countWhatVolumesHave_inThemAndAbove() {
        function();
        for (String path : List.of("/", "/a", "/a/vol")) {
            assertThat(summary(path).getFileCount()).as(path).isEqualTo(3);
            assertThat(summary(path).getLength()).as(path).isEqualTo(3000 + 5 + 5);
        }
        assertThat(summary("/a").getDirectoryCount()).isEqualTo(4);
        assertThat(summary("/a/vol/d").getFileCount()).isEqualTo(1);
        assertThat(summary("/a/vol/d/e/f").getLength()).isEqualTo(5);
    }

    @Test
    void permissions_areCheckedOnTheWay() {
        function();
        assertThat(bob.list("/a/vol")).containsExactly("d", "g", "link");
        Refusal denied = bob.refusal(
                "getListing",
                org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto.newBuilder()
                        .setSrc("/a/vol/d")
                        .setStartAfter(org.apache.hadoop.thirdparty.protobuf.ByteString.EMPTY)
                        .setNeedLocation(false)
                        .build());
        assertThat(denied.code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(denied.message()).contains("/a/vol/d\":hdfs:supergroup:drwxr-x---");
        assertThat(bob.refusal("delete", deleteRequest("/a/vol/g", false)).code())
                .isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void changesBesidesRemovals_areRefused() {
        function();
        requireRefused("mkdirs", mkdirsRequest("/a/vol/new", 0755, true));
        requireRefused("mkdirs", mkdirsRequest("/a/vol/d/new/deep", 0755, true));
        requireRefused("rename2", rename2Request("/a/vol/g", "/a/g", false));
        hdfs.file("/a/outside");
        requireRefused("rename2", rename2Request("/a/outside", "/a/vol/outside", false));
        assertThat(hdfs.list("/a")).containsExactly("outside", "vol");
    }

    @Test
    void removals_areTransactionsOfTheVolume() {
        function();
        VolumeFiles function = files();
        function.begin();
        function.stat(At.root("g"), true);
        write(function, "other", "y");
        assertThat(hdfs.delete("/a/vol/g", false)).isTrue();
        assertThat(hdfs.delete("/a/vol/g", false)).isFalse();
        assertThat(function.commit()).isInstanceOf(VolumeFiles.End.Lost.class);
        assertThat(hdfs.refusal("delete", deleteRequest("/a/vol/d", false)).code())
                .isEqualTo(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY);
        assertThat(hdfs.delete("/a/vol/d", true)).isTrue();
        assertThat(hdfs.list("/a/vol")).containsExactly("link");
    }

    @Test
    void moreThanATransactionCanRemoveInTime_isRefusedAtOnce_andNothingIsGone() {
        VolumeFiles files = files();
        for (int part = 0; part < 11; part++) {
            files.begin();
            files.mkdir(At.root("d" + part), 0755);
            for (int number = 0; number < 1000; number++) {
                files.mkdir(At.root("d" + part + "/" + number), 0755);
            }
            assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
        }
        files.begin();
        files.mkdir(At.root("all"), 0755);
        for (int part = 0; part < 11; part++) {
            files.rename(At.root("d" + part), At.root("all/d" + part), false);
        }
        assertThat(files.commit()).isInstanceOf(VolumeFiles.End.Committed.class);
        Refusal refusal = hdfs.refusal("delete", deleteRequest("/a/vol/all", true));
        assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(refusal.message()).contains("remove it in parts");
        assertThat(hdfs.list("/a/vol/all/d0")).hasSize(1000);
        assertThat(hdfs.delete("/a/vol/all/d0", true)).isTrue();
        assertThat(hdfs.list("/a/vol/all")).hasSize(10);
    }

    @Test
    void volumeItself_isMovedAndRemoved_andNeedsRecursionIfItHasAnything() {
        function();
        hdfs.rename2("/a/vol", "/moved", false);
        assertThat(hdfs.list("/moved/d/e")).containsExactly("f");
        hdfs.mkdirs("/b");
        assertThat(hdfs.refusal("rename2", rename2Request("/b", "/moved", true)).message())
                .contains("not empty");
        assertThat(hdfs.refusal("delete", deleteRequest("/moved", false)))
                .isEqualTo(new Refusal(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY, "/moved is non empty"));
        assertThat(hdfs.delete("/moved", true)).isTrue();
        assertThat(hdfs.exists("/moved")).isFalse();
    }

    @Test
    void onlyAnEmptyDirectory_becomesAVolume_andItStaysOne() {
        assertThat(hdfs.refusal(PolicyMethods.SET, policy("/a", new VolumePolicy(4096).toText()))
                        .code())
                .isEqualTo(ErrorCode.PATH_IS_NOT_EMPTY_DIRECTORY);
        assertThat(hdfs.refusal(PolicyMethods.SET, policy("/a/vol", "")).message())
                .contains("/a/vol is a volume");
        assertThat(hdfs.refusal(PolicyMethods.SET, policy("/a/vol", new VolumePolicy(4096).toText()))
                        .message())
                .contains("/a/vol is a volume");
        setPolicy(hdfs, "/a/vol", new VolumePolicy(1024).toText());
        function();
        requireRefused(PolicyMethods.SET, policy("/a/vol/d", new VolumePolicy(1024).toText()));
    }
}
