package io.lambdafs.namenode.op.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.namenode.NameNodeConfig;
import io.lambdafs.namenode.NameNodeFixture;
import io.lambdafs.namenode.NameNodeFixture.Refusal;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.subtree.PolicyAnswer;
import io.lambdafs.wire.subtree.PolicyMethods;
import io.lambdafs.wire.subtree.PolicyRequest;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetContentSummaryRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFileInfoResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Policies of subtrees: which users may set them, what applies below, and which calls are refused in a held subtree.
 */
final class SubtreePolicyOperationsTest {
    private static final String SUPERUSER = NameNodeFixture.SUPERUSER;
    private static final String BUSY = "Device or resource busy: /a/b is held by job 7 since 1970-01-01T00:00:05Z;"
            + " it is decoupled from the namespace until it is merged or discarded";

    private final NameNodeFixture fixture =
            new NameNodeFixture(NameNodeConfig.defaults(SUPERUSER), SubtreeOperations.all());

    @BeforeEach
    void makeTree() {
        mkdirs(SUPERUSER, "/a", 0777);
        mkdirs("bob", "/a/b", 0777);
        mkdirs("bob", "/a/b/c", 0777);
    }

    @Test
    void policy_appliesBelow_untilAnotherIsSetOrItIsTakenAway() throws Exception {
        assertThat(get("/a/b/c").effective()).isEmpty();
        set("bob", "/a/b", "preset: batchfs");
        String batchfs = SubtreePolicy.ofText("preset: batchfs").toText();
        assertThat(get("/a/b").own()).isEqualTo(batchfs);
        PolicyAnswer below = get("/a/b/c");
        assertThat(below.own()).isEmpty();
        assertThat(below.effective()).isEqualTo(batchfs);
        assertThat(below.from()).isEqualTo("/a/b");
        assertThat(below.hold().isNone()).isTrue();
        assertThat(get("/a").effective()).isEmpty();
        set(SUPERUSER, "/a/b/c", "preset: posix");
        assertThat(get("/a/b/c").from()).isEqualTo("/a/b/c");
        set("bob", "/a/b/c", "");
        assertThat(get("/a/b/c").from()).isEqualTo("/a/b");
        set("bob", "/a/b", "");
        assertThat(get("/a/b/c").from()).isEmpty();
    }

    @Test
    void whoDoesNotOwnTheDirectory_isRefused() {
        assertThat(refusal("carol", "/a/b", "preset: posix").code()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(refusal("bob", "/a", "preset: posix").code()).isEqualTo(ErrorCode.ACCESS_DENIED);
    }

    @Test
    void whatMakesNoSenseOrIsNoDirectory_isRefusedWithASentence() {
        assertThat(refusal("bob", "/a/b", "preset: zfs").code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal("bob", "/a/b", "consistency: append_client_journal+rpcs")
                        .message())
                .contains("make no sense");
        assertThat(refusal("bob", "/a/none", "preset: posix").code()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(fixture.refusal("bob", PolicyMethods.SET, BytesValue.getDefaultInstance())
                        .code())
                .isEqualTo(ErrorCode.MALFORMED_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bob", SUPERUSER})
    void blockedDirectory_refusesAllThatLeadsToItOrThroughIt(String user) throws Exception {
        hold(true);
        Refusal busy = new Refusal(ErrorCode.SUBTREE_BUSY, BUSY);
        assertThat(fixture.refusal(user, "mkdirs", making("/a/b/new", 0755))).isEqualTo(busy);
        assertThat(fixture.refusal(user, "getFileInfo", asking("/a/b/c"))).isEqualTo(busy);
        assertThat(fixture.refusal(user, "getFileInfo", asking("/a/b/none"))).isEqualTo(busy);
        assertThat(fixture.refusal(user, "getListing", listing("/a/b"))).isEqualTo(busy);
        assertThat(fixture.refusal(
                        user,
                        "getContentSummary",
                        GetContentSummaryRequestProto.newBuilder().setPath("/a").build()))
                .isEqualTo(busy);
        assertThat(fixture.refusal(user, "delete", deleting("/a/b"))).isEqualTo(busy);
        assertThat(fixture.refusal(user, "rename", renaming())).isEqualTo(busy);
        assertThat(refusal(user, "/a/b", "preset: posix")).isEqualTo(busy);
    }

    @Test
    void blockedDirectory_isStillSeen() throws Exception {
        hold(true);
        assertThat(fixture.callAs("bob", "getFileInfo", asking("/a/b"), GetFileInfoResponseProto.parser())
                        .hasFs())
                .isTrue();
        assertThat(fixture.callAs("bob", "getListing", listing("/a"), GetListingResponseProto.parser())
                        .getDirList()
                        .getPartialListingCount())
                .isEqualTo(1);
        assertThat(get("/a/b").hold().holder()).isEqualTo("job 7");
    }

    @Test
    void heldDirectoryThatBlocksNobody_isUsed_butStaysWhereItIs() throws Exception {
        hold(false);
        mkdirs("bob", "/a/b/new", 0755);
        assertThat(get("/a/b/new").hold().path()).isEqualTo("/a/b");
        assertThat(get("/a/b/new").hold().sinceMillis()).isEqualTo(5000);
        Refusal busy = new Refusal(ErrorCode.SUBTREE_BUSY, BUSY);
        assertThat(fixture.refusal("bob", "delete", deleting("/a/b"))).isEqualTo(busy);
        assertThat(fixture.refusal("bob", "rename", renaming())).isEqualTo(busy);
        assertThat(refusal("bob", "/a/b", "preset: posix").message()).contains("merge or discard it first");
        change(SubtreeMark::released);
        set("bob", "/a/b", "preset: posix");
    }

    private void hold(boolean blocked) {
        change(mark -> mark.heldBy(9, blocked, "job 7", 5000));
    }

    private void change(UnaryOperator<SubtreeMark> changed) {
        try (Transaction tx = fixture.store.beginWrite(fixture.writer)) {
            INode found =
                    tx.inodes().resolve(List.of(Name.of("a"), Name.of("b"))).get(2);
            INode inode = tx.inodes()
                    .lock(List.of(new RowLock(found.id(), LockMode.EXCLUSIVE)))
                    .get(0);
            tx.inodes()
                    .update(inode.withAttributes(inode.attributes()
                            .withFeatures(inode.attributes()
                                    .features()
                                    .withSubtree(changed.apply(
                                            inode.attributes().features().subtree())))));
            tx.commit();
        }
    }

    private static BytesValue message(String path, String policy) {
        return BytesValue.newBuilder()
                .setValue(ByteString.copyFrom(new PolicyRequest(path, policy).encode()))
                .build();
    }

    private void set(String user, String path, String policy) {
        fixture.callAs(user, PolicyMethods.SET, message(path, policy), BytesValue.parser());
    }

    private PolicyAnswer get(String path) throws MalformedEnvelopeException {
        return PolicyAnswer.decode(fixture.callAs("bob", PolicyMethods.GET, message(path, ""), BytesValue.parser())
                .getValue()
                .toByteArray());
    }

    private Refusal refusal(String user, String path, String policy) {
        return fixture.refusal(user, PolicyMethods.SET, message(path, policy));
    }

    private static MkdirsRequestProto making(String path, int mode) {
        return MkdirsRequestProto.newBuilder()
                .setSrc(path)
                .setMasked(FsPermissionProto.newBuilder().setPerm(mode))
                .setCreateParent(true)
                .build();
    }

    private void mkdirs(String user, String path, int mode) {
        fixture.callAs(user, "mkdirs", making(path, mode), MkdirsResponseProto.parser());
    }

    private static GetFileInfoRequestProto asking(String path) {
        return GetFileInfoRequestProto.newBuilder().setSrc(path).build();
    }

    private static GetListingRequestProto listing(String path) {
        return GetListingRequestProto.newBuilder()
                .setSrc(path)
                .setStartAfter(ByteString.EMPTY)
                .setNeedLocation(false)
                .build();
    }

    private static DeleteRequestProto deleting(String path) {
        return DeleteRequestProto.newBuilder().setSrc(path).setRecursive(true).build();
    }

    private static RenameRequestProto renaming() {
        return RenameRequestProto.newBuilder().setSrc("/a/b").setDst("/a/d").build();
    }
}
