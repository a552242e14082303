package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.FsPermissionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MkdirsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NameNodeTest {
    private final NameNodeFixture fixture = new NameNodeFixture();

    @Test
    void resubmission_returnsTheFirstOutcome() throws InvalidProtocolBufferException {
        mkdirs("/a");
        RequestId id = fixture.newRequestId();
        assertThat(deleted(send(id, "delete", delete("/a")))).isTrue();
        assertThat(deleted(send(id, "delete", delete("/a")))).isTrue();
        assertThat(deleted(send(fixture.newRequestId(), "delete", delete("/a"))))
                .isFalse();
    }

    @Test
    void resubmissions_atTheSameTime_runOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                mkdirs("/d" + round);
                RequestId id = fixture.newRequestId();
                DeleteRequestProto request = delete("/d" + round);
                List<Future<ResponseEnvelope>> answers = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    answers.add(threads.submit(() -> send(id, "delete", request)));
                }
                for (Future<ResponseEnvelope> answer : answers) {
                    assertThat(deleted(answer.get())).isTrue();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refusedWrite_changesNothingAndMayBeTriedAgain() {
        RequestId id = fixture.newRequestId();
        MkdirsRequestProto request =
                request("/a/b").toBuilder().setCreateParent(false).build();
        assertThat(send(id, "mkdirs", request).error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        mkdirs("/a");
        assertThat(send(id, "mkdirs", request).succeeded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/./b", "/..", "/a/../b", "relative", "", "/with:colon", "/nul\0"})
    void badPath_isRefused(String path) {
        assertThat(fixture.refusal("hdfs", "mkdirs", request(path)).code()).isEqualTo(ErrorCode.INVALID_PATH);
        assertNothingIsStored();
    }

    @Test
    void pathThatIsTooLong_isRefused() {
        String component = "x".repeat(255);
        assertThat(fixture.refusal("hdfs", "mkdirs", request("/" + component + "y"))
                        .code())
                .isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG);
        assertThat(fixture.refusal("hdfs", "mkdirs", request("/" + "ä".repeat(128)))
                        .code())
                .isEqualTo(ErrorCode.PATH_COMPONENT_TOO_LONG);
        String longest = ("/" + "x".repeat(79)).repeat(100);
        assertThat(fixture.refusal("hdfs", "mkdirs", request(longest + "y")).message())
                .startsWith("Pathname too long: 8001 characters.");
        assertThat(fixture.refusal("hdfs", "mkdirs", request("/a".repeat(1001))).message())
                .startsWith("Pathname too long: 1001 levels.");
        assertNothingIsStored();
        mkdirs(longest);
        mkdirs("/" + component);
    }

    @Test
    void invalidUtf8_isRefused() {
        byte[] payload = request("/a?").toByteArray();
        int at = new String(payload, StandardCharsets.ISO_8859_1).indexOf('?');
        payload[at] = (byte) 0xff;
        ResponseEnvelope response = fixture.send(fixture.newRequestId(), "hdfs", "mkdirs", payload);
        assertThat(response.error()).isEqualTo(ErrorCode.INVALID_PATH);
        assertNothingIsStored();
    }

    @Test
    void garbage_isRefused() {
        byte[] garbage = "this is no message".getBytes(StandardCharsets.UTF_8);
        ResponseEnvelope response = fixture.send(fixture.newRequestId(), "hdfs", "mkdirs", garbage);
        assertThat(response.error()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
        assertThat(fixture.send(fixture.newRequestId(), "hdfs", "mkdirs", new byte[0])
                        .error())
                .isEqualTo(ErrorCode.MALFORMED_REQUEST);
        assertNothingIsStored();
    }

    /** Half a mebibyte of empty elements would be 38 MiB of objects, of a heap of 96. */
    @Test
    void messageOfTooManyFields_isRefusedBeforeItIsParsed() {
        ByteString unknown = ByteString.copyFrom(emptyFields(6, 511 * 1024));
        ByteString mode = ByteString.copyFrom(new byte[] {MkdirsRequestProto.MASKED_FIELD_NUMBER << 3 | 2})
                .concat(ByteString.copyFrom(varint(unknown.size())))
                .concat(unknown);
        for (ByteString message : List.of(unknown, mode)) {
            ResponseEnvelope response = fixture.send(fixture.newRequestId(), "hdfs", "mkdirs", message.toByteArray());
            assertThat(response.error()).isEqualTo(ErrorCode.TOO_LARGE);
            assertThat(response.message())
                    .isEqualTo("the request message of mkdirs has more than 16384 fields: "
                            + "divide what it lists among several calls");
        }
    }

    @Test
    void messageOfManyFields_isParsed() {
        ResponseEnvelope response = fixture.send(fixture.newRequestId(), "hdfs", "mkdirs", emptyFields(6, 2 * 16_000));
        // Only the parser finds that it has no path.
        assertThat(response.error()).isEqualTo(ErrorCode.MALFORMED_REQUEST);
    }

    private static byte[] emptyFields(int number, int bytes) {
        byte[] fields = new byte[bytes];
        for (int i = 0; i < bytes; i += 2) {
            fields[i] = (byte) (number << 3 | 2);
        }
        return fields;
    }

    private static byte[] varint(int value) {
        return new byte[] {(byte) (value | 0x80), (byte) (value >>> 7 | 0x80), (byte) (value >>> 14)};
    }

    @Test
    void unknownMethod_isRefusedAndCountedWithoutItsName() {
        ResponseEnvelope response = fixture.send(fixture.newRequestId(), "hdfs", "makeCoffee", new byte[0]);
        assertThat(response.error()).isEqualTo(ErrorCode.UNKNOWN_METHOD);
        assertThat(response.message()).isEqualTo("Unknown method makeCoffee");
        assertThat(fixture.nameNode().stats().snapshot()).containsOnlyKeys(NameNodeStats.UNKNOWN);
    }

    @Test
    void onlyReadsOfOneThing_areShort() {
        for (String method : List.of("getFileInfo", "getListing")) {
            assertThat(isShortRead(method)).as(method).isTrue();
        }
        for (String method : List.of("mkdirs", "getContentSummary", "noSuchMethod")) {
            assertThat(isShortRead(method)).as(method).isFalse();
        }
    }

    private boolean isShortRead(String method) {
        return fixture.nameNode().isShortRead(fixture.request(fixture.newRequestId(), "alice", method, new byte[0]));
    }

    private RequestEnvelope mkdirsLiving(RequestLife life) {
        return fixture.request(
                        fixture.newRequestId(), "hdfs", "mkdirs", request("/a").toByteArray())
                .living(life);
    }

    @Test
    void requestAfterItsEnd_isNotBegun() {
        RequestEnvelope late = mkdirsLiving(RequestLife.of(fixture.millis() - 1_001, 1_000));
        ResponseEnvelope refused = fixture.nameNode().handle(late);
        assertThat(refused.error()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertThat(refused.message()).contains("1001 ms ago", "1000 ms");
        assertNothingIsStored();
    }

    /** Otherwise the outcome of an earlier submission might be purged already. */
    @Test
    void requestThatTravelledForLong_isNotBegun() {
        RequestEnvelope held = mkdirsLiving(RequestLife.of(fixture.millis(), RequestLife.LONGEST_PATIENCE_MILLIS));
        fixture.advance(RequestLife.LONGEST_PATIENCE_MILLIS + 1);
        assertThat(fixture.nameNode().handle(held).error()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
        assertNothingIsStored();
    }

    @Test
    void undatedWrite_isToldTheTime_andNotBegun() {
        ResponseEnvelope refused = fixture.nameNode().handle(mkdirsLiving(RequestLife.UNDATED));
        assertThat(refused.error()).isEqualTo(ErrorCode.MISDATED);
        assertThat(refused.storeMillis()).isEqualTo(fixture.millis());
        assertNothingIsStored();
    }

    @Test
    void writeOfTheFuture_isNotBegun() {
        ResponseEnvelope refused = fixture.nameNode()
                .handle(mkdirsLiving(RequestLife.of(fixture.millis() + RequestLife.MOST_AHEAD_MILLIS + 1, 1_000)));
        assertThat(refused.error()).isEqualTo(ErrorCode.MISDATED);
        assertThat(refused.storeMillis()).isEqualTo(fixture.millis());
        assertNothingIsStored();
    }

    /** One submission is late: it comes to what the client was told when it had sent the request again. */
    @Test
    void refusalOfAResubmission_holdsForEverySubmission() {
        RequestEnvelope late = fixture.request(
                fixture.newRequestId(), "hdfs", "mkdirs", below("/a/b").toByteArray());
        ResponseEnvelope told = fixture.nameNode().handle(late.asResubmission());
        assertThat(told.error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(told.isSettled()).isTrue();

        mkdirs("/a");
        for (RequestEnvelope again : List.of(late, late.asResubmission())) {
            ResponseEnvelope response = fixture.nameNode().handle(again);
            assertThat(response.error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
            assertThat(response.message()).isEqualTo(told.message());
        }
        assertThat(send(fixture.newRequestId(), "mkdirs", below("/a/b")).succeeded())
                .isTrue();
    }

    @Test
    void refusalOfAFirstSubmission_holdsForThatOneOnly() {
        RequestEnvelope first = fixture.request(
                fixture.newRequestId(), "hdfs", "mkdirs", below("/a/b").toByteArray());
        ResponseEnvelope told = fixture.nameNode().handle(first);
        assertThat(told.error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(told.isSettled()).isFalse();

        mkdirs("/a");
        assertThat(fixture.nameNode().handle(first.asResubmission()).succeeded())
                .isTrue();
    }

    private static MkdirsRequestProto below(String path) {
        return request(path).toBuilder().setCreateParent(false).build();
    }

    @Test
    void membersOfTheSupergroup_areSuperusers() {
        Caller caller = new Caller("eve", List.of("users", "supergroup"), "127.0.0.1");
        RequestEnvelope request = new RequestEnvelope(
                fixture.newRequestId(),
                caller,
                RequestLife.of(fixture.millis(), 1_000),
                "mkdirs",
                request("/a").toByteArray());
        assertThat(fixture.nameNode().handle(request).succeeded()).isTrue();
    }

    @Test
    void fencedWriter_isReported() {
        MetadataStore store = fixture.store;
        store.fence(fixture.writer, Duration.ofSeconds(1));
        assertThat(fixture.refusal("hdfs", "mkdirs", request("/a")).code()).isEqualTo(ErrorCode.NAMENODE_FENCED);
        assertThat(fixture.fenced).containsExactly(fixture.writer);
    }

    @Test
    void closedStore_isUnavailable() {
        fixture.store.close();
        assertThat(fixture.refusal("hdfs", "mkdirs", request("/a")).code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
    }

    @Test
    void defect_isRolledBackAndNamed() {
        ReadOperation<MsyncRequestProto, MsyncRequestProto> broken = new ReadOperation<>() {
            @Override
            public Parser<MsyncRequestProto> parser() {
                return MsyncRequestProto.parser();
            }

            @Override
            public MsyncRequestProto execute(CallContext call, Transaction tx, MsyncRequestProto request) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        NameNodeFixture other = new NameNodeFixture(NameNodeConfig.defaults("hdfs"), Map.of("msync", broken));
        var refusal = other.refusal("bob", "msync", MsyncRequestProto.getDefaultInstance());
        assertThat(refusal.code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(refusal.message()).contains("broken on purpose").doesNotContain("at io.lambdafs");
    }

    @Test
    void stats_countByMethodAndOutcome() {
        mkdirs("/a");
        mkdirs("/b");
        fixture.refusal("bob", "mkdirs", request("/c"));
        NameNodeStats.MethodStats stats =
                requireNonNull(fixture.nameNode().stats().snapshot().get("mkdirs"));
        assertThat(stats.succeeded()).isEqualTo(2);
        assertThat(stats.failures()).isEqualTo(Map.of(ErrorCode.Kind.USER, 1L));
        assertThat(fixture.nameNode().stats().calls()).isEqualTo(3);
    }

    private ResponseEnvelope send(RequestId id, String method, MessageLite request) {
        return fixture.send(id, "hdfs", method, request.toByteArray());
    }

    private static boolean deleted(ResponseEnvelope response) throws InvalidProtocolBufferException {
        assertThat(response.succeeded()).as(response.message()).isTrue();
        return DeleteResponseProto.parseFrom(response.payload()).getResult();
    }

    private void mkdirs(String path) {
        assertThat(send(fixture.newRequestId(), "mkdirs", request(path)).succeeded())
                .isTrue();
    }

    private static MkdirsRequestProto request(String path) {
        return MkdirsRequestProto.newBuilder()
                .setSrcBytes(ByteString.copyFromUtf8(path))
                .setMasked(FsPermissionProto.newBuilder().setPerm(0755))
                .setCreateParent(true)
                .build();
    }

    private static DeleteRequestProto delete(String path) {
        return DeleteRequestProto.newBuilder().setSrc(path).setRecursive(true).build();
    }

    private void assertNothingIsStored() {
        assertThat(fixture.runner.<Long>read(tx -> tx.inodes().count())).isEqualTo(1);
    }
}
