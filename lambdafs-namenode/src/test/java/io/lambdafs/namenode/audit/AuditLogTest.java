package io.lambdafs.namenode.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.Rename2RequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.HdfsFileStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.junit.jupiter.api.Test;

final class AuditLogTest {
    private static final RequestId ID = new RequestId(new UUID(1, 2), 3);
    private static final Caller ALICE = new Caller("alice", List.of("staff"), "10.0.0.7");
    private static final String BEGIN = "1970-01-01 00:16:40,042 INFO FSNamesystem.audit: ";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final AtomicBoolean full = new AtomicBoolean();
    private final AuditLog log = new AuditLog(
            this::sink, InstantSource.fixed(java.time.Instant.ofEpochMilli(1_000_042)), ZoneOffset.UTC, Runnable::run);

    private void sink(byte[] lines) throws IOException {
        if (full.get()) {
            throw new IOException("no space left on device");
        }
        written.writeBytes(lines);
    }

    private List<String> lines() {
        log.write();
        return written.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static RequestEnvelope request(Caller caller, String method, MessageLite message) {
        return new RequestEnvelope(ID, caller, RequestLife.UNDATED, method, message.toByteArray());
    }

    private void succeeds(Caller caller, String method, MessageLite message, MessageLite answer) {
        log.answered(request(caller, method, message), ResponseEnvelope.success(ID, answer.toByteArray()));
    }

    private void fails(String method, MessageLite message, ErrorCode error) {
        log.answered(request(ALICE, method, message), ResponseEnvelope.failure(ID, error, "no"));
    }

    private static GetFileInfoRequestProto info(String path) {
        return GetFileInfoRequestProto.newBuilder().setSrc(path).build();
    }

    private static final MessageLite NOTHING =
            MkdirsResponseProto.newBuilder().setResult(true).build();

    @Test
    void line_isHdfss() {
        log.start();
        succeeds(ALICE, "getFileInfo", info("/a b/c"), NOTHING);

        assertThat(lines())
                .containsExactly(
                        BEGIN + "allowed=true\tugi=alice (auth:SIMPLE)\tip=/10.0.0.7\tcmd=getfileinfo\tsrc=/a b/c"
                                + "\tdst=null\tperm=null\tproto=rpc");
        assertThat(log.written()).isEqualTo(1);
    }

    @Test
    void realUserContextAndProtocol_areTold() {
        log.start();
        succeeds(ALICE.through("oozie").inContext("job\t1").by("webhdfs"), "getFileInfo", info("/a"), NOTHING);

        assertThat(lines())
                .containsExactly(BEGIN + "allowed=true\tugi=alice (auth:PROXY) via oozie (auth:SIMPLE)\tip=/10.0.0.7"
                        + "\tcmd=getfileinfo\tsrc=/a\tdst=null\tperm=null\tproto=webhdfs\tcallerContext=job\\t1");
    }

    @Test
    void strangers_haveALine_whateverTheySend() {
        log.start();
        fails("getFileInfo", info("/secret"), ErrorCode.UNAUTHENTICATED);
        fails("addBlock", info("not an addBlock"), ErrorCode.INVALID_TOKEN);
        fails("x\nallowed=true", NOTHING, ErrorCode.UNAUTHENTICATED);

        assertThat(lines())
                .satisfiesExactly(
                        known -> assertThat(known).contains("allowed=false\tugi=alice", "\tcmd=getFileInfo\tsrc=null"),
                        other -> assertThat(other).contains("allowed=false\tugi=alice", "\tcmd=addBlock\tsrc=null"),
                        forged -> assertThat(forged).contains("allowed=false\tugi=alice", "\tcmd=unknown\tsrc=null"));
    }

    @Test
    void pathsCannotForgeLines() {
        log.start();
        succeeds(ALICE, "getFileInfo", info("/a\nallowed=true\tugi=\"root\"\\λ"), NOTHING);

        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0)).contains("\tsrc=/a\\nallowed=true\\tugi=\\\"root\\\"\\\\\\u03BB\tdst=null");
    }

    @Test
    void twoPathsOptionsAndPermission_areTold() {
        log.start();
        succeeds(
                ALICE,
                "rename",
                RenameRequestProto.newBuilder().setSrc("/a").setDst("/b").build(),
                RenameResponseProto.newBuilder().setResult(true).build());
        succeeds(
                ALICE,
                "rename2",
                Rename2RequestProto.newBuilder()
                        .setSrc("/a")
                        .setDst("/b")
                        .setOverwriteDest(true)
                        .build(),
                NOTHING);
        succeeds(ALICE, "create", create(), created());

        assertThat(lines())
                .satisfiesExactly(
                        rename -> assertThat(rename).contains("\tcmd=rename\tsrc=/a\tdst=/b\tperm=null\t"),
                        rename2 -> assertThat(rename2).contains("\tcmd=rename (options=[OVERWRITE])\tsrc=/a\tdst=/b\t"),
                        create -> assertThat(create)
                                .contains("\tcmd=create\tsrc=/f\tdst=null\tperm=alice:staff:rwxr-x--t\t"));
    }

    private static CreateRequestProto create() {
        return CreateRequestProto.newBuilder()
                .setSrc("/f")
                .setClientName("c")
                .setCreateFlag(1)
                .setCreateParent(false)
                .setReplication(1)
                .setBlockSize(1)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0))
                .build();
    }

    private static CreateResponseProto created() {
        return CreateResponseProto.newBuilder()
                .setFs(HdfsFileStatusProto.newBuilder()
                        .setFileType(HdfsFileStatusProto.FileType.IS_FILE)
                        .setPath(ByteString.EMPTY)
                        .setLength(0)
                        .setPermission(FsPermissionProto.newBuilder().setPerm(01751))
                        .setOwner("alice")
                        .setGroup("staff")
                        .setModificationTime(0)
                        .setAccessTime(0))
                .build();
    }

    /** As HDFS: what permissions forbid and a delete of nothing are not allowed, and nothing else that fails has a line. */
    @Test
    void outcomes_areHdfss() {
        log.start();
        DeleteRequestProto delete =
                DeleteRequestProto.newBuilder().setSrc("/d").setRecursive(true).build();
        fails("delete", delete, ErrorCode.ACCESS_DENIED);
        succeeds(
                ALICE,
                "delete",
                delete,
                DeleteResponseProto.newBuilder().setResult(false).build());
        fails(
                "getListing",
                GetListingRequestProto.newBuilder()
                        .setSrc("/x")
                        .setStartAfter(ByteString.EMPTY)
                        .setNeedLocation(false)
                        .build(),
                ErrorCode.FILE_NOT_FOUND);
        succeeds(
                ALICE,
                "rename",
                RenameRequestProto.newBuilder().setSrc("/a").setDst("/b").build(),
                RenameResponseProto.newBuilder().setResult(false).build());
        succeeds(ALICE, "renewLease", info("/a"), NOTHING);

        assertThat(lines())
                .hasSize(2)
                .allMatch(line -> line.contains("allowed=false\t") && line.contains("cmd=delete\tsrc=/d\t"));
    }

    @Test
    void whatCannotWait_isLostCountedAndTold() {
        AuditLog slow = new AuditLog(
                this::sink, InstantSource.fixed(java.time.Instant.ofEpochMilli(1_000_042)), ZoneOffset.UTC, task -> {});
        slow.start();
        int fit = AuditLog.MOST_WAITING_BYTES / AuditLog.OVERHEAD_BYTES;
        for (int i = 0; i < fit + 10; i++) {
            slow.answered(request(ALICE, "getFileInfo", info("/a")), ResponseEnvelope.success(ID, new byte[0]));
        }
        long lost = slow.lost();
        slow.write();

        assertThat(lost).isGreaterThanOrEqualTo(10);
        List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize((int) (fit + 10 - lost + 1));
        assertThat(lines.get(lines.size() - 1))
                .contains(" WARN FSNamesystem.audit: " + lost + " lines were lost before");
        slow.answered(request(ALICE, "getFileInfo", info("/a")), ResponseEnvelope.success(ID, new byte[0]));
        assertThat(slow.lost()).isEqualTo(lost);
    }

    @Test
    void fullDisk_losesLines_andSaysSoLater() {
        log.start();
        full.set(true);
        succeeds(ALICE, "getFileInfo", info("/a"), NOTHING);
        log.write();
        full.set(false);
        succeeds(ALICE, "getFileInfo", info("/b"), NOTHING);

        assertThat(lines()).hasSize(2);
        assertThat(lines().get(0)).contains("src=/b");
        assertThat(lines().get(1)).contains("1 lines were lost");
        assertThat(log.lost()).isEqualTo(1);
    }

    @Test
    void nothingIsHeard_beforeTheStartAndAfterTheEnd() {
        succeeds(ALICE, "getFileInfo", info("/before"), NOTHING);
        log.start();
        succeeds(ALICE, "getFileInfo", info("/during"), NOTHING);
        log.close();
        succeeds(ALICE, "getFileInfo", info("/after"), NOTHING);

        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0)).contains("/during");
    }

    /** A request that comes again is no second operation; each way through a NameNode tells of it. */
    @Test
    void nameNode_tellsOfEachOperationOnce() {
        NameNodeFixture fixture = new NameNodeFixture();
        List<String> heard = new ArrayList<>();
        fixture.observer = (request, response) -> heard.add(request.method() + " " + response.succeeded());
        byte[] mkdirs = MkdirsRequestProto.newBuilder()
                .setSrc("/d")
                .setCreateParent(true)
                .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                .build()
                .toByteArray();

        ResponseEnvelope first = fixture.send(fixture.newRequestId(), NameNodeFixture.SUPERUSER, "mkdirs", mkdirs);
        ResponseEnvelope refused = fixture.send(fixture.newRequestId(), "bob", "mkdirs", mkdirs.clone());

        assertThat(first.succeeded()).isTrue();
        assertThat(heard).containsExactly("mkdirs true", "mkdirs " + refused.succeeded());
    }
}
