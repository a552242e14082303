package io.lambdafs.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class EnvelopeTest {
    private static final RequestId ID = new RequestId(new UUID(1, -2), 3);
    private static final Caller CALLER = new Caller("alice", List.of("staff", "λ"), "127.0.0.1");

    @Test
    void request_survivesTheWire() throws Exception {
        RequestEnvelope sent =
                new RequestEnvelope(ID, CALLER, RequestLife.of(1234, 56), "mkdirs", new byte[] {1, 2, 3});

        RequestEnvelope received = RequestEnvelope.decode(sent.encode());

        assertThat(received.id()).isEqualTo(ID);
        assertThat(received.isResubmission()).isFalse();
        assertThat(RequestEnvelope.decode(sent.asResubmission().encode()).isResubmission())
                .isTrue();
        assertThat(received.caller().user()).isEqualTo("alice");
        assertThat(received.caller().groups()).containsExactly("staff", "λ");
        assertThat(received.caller().host()).isEqualTo("127.0.0.1");
        assertThat(received.life().bornMillis()).isEqualTo(1234);
        assertThat(received.life().patienceMillis()).isEqualTo(56);
        assertThat(received.deployments()).isZero();
        assertThat(RequestEnvelope.decode(sent.among(7).encode()).deployments()).isEqualTo(7);
        assertThat(RequestEnvelope.decode(sent.living(RequestLife.UNDATED).encode())
                        .life()
                        .isDated())
                .isFalse();
        assertThat(received.method()).isEqualTo("mkdirs");
        assertThat(received.payload()).containsExactly(1, 2, 3);
    }

    @Test
    void heldSubtree_survivesTheWire_withAndWithoutAnOrigin() throws Exception {
        for (Caller caller : List.of(CALLER, CALLER.through("oozie"))) {
            RequestEnvelope sent = new RequestEnvelope(
                    ID, caller.holding(1L << 40), RequestLife.UNDATED, "getListing", new byte[] {1});

            Caller received = RequestEnvelope.decode(sent.encode()).caller();

            assertThat(received.holding()).isEqualTo(1L << 40);
            assertThat(received.realUser()).isEqualTo(caller.realUser());
            assertThat(sent.encode()[0]).isEqualTo((byte) 5);
        }
    }

    @Test
    void origin_survivesTheWire_andOlderNameNodesReadRequestsWithout() throws Exception {
        Caller told = CALLER.through("oozie").inContext("job_1").by("webhdfs");
        RequestEnvelope sent = new RequestEnvelope(ID, told, RequestLife.UNDATED, "mkdirs", new byte[] {1});

        Caller received = RequestEnvelope.decode(sent.encode()).caller();

        assertThat(received.user()).isEqualTo("alice");
        assertThat(received.groups()).containsExactly("staff", "λ");
        assertThat(received.realUser()).isEqualTo("oozie");
        assertThat(received.context()).isEqualTo("job_1");
        assertThat(received.protocol()).isEqualTo("webhdfs");
        assertThat(sent.encode()[0]).isEqualTo((byte) 4);
        byte[] plain = new RequestEnvelope(ID, CALLER, RequestLife.UNDATED, "mkdirs", new byte[] {1}).encode();
        assertThat(plain[0]).isEqualTo((byte) 3);
        assertThat(RequestEnvelope.decode(plain).caller().realUser()).isEmpty();
        byte[] cut = Arrays.copyOf(sent.encode(), sent.encode().length - 1);
        assertThatThrownBy(() -> RequestEnvelope.decode(cut)).isInstanceOf(MalformedEnvelopeException.class);
    }

    @Test
    void responses_surviveTheWire() throws Exception {
        ResponseEnvelope success = ResponseEnvelope.decode(
                ResponseEnvelope.success(ID, new byte[] {7}).encode());
        ResponseEnvelope failure = ResponseEnvelope.decode(
                ResponseEnvelope.failure(ID, ErrorCode.CONFLICT, "später").encode());

        ResponseEnvelope unsettled =
                ResponseEnvelope.decode(ResponseEnvelope.unsettledFailure(ID, ErrorCode.FILE_NOT_FOUND, "no")
                        .encode());

        ResponseEnvelope telling =
                ResponseEnvelope.decode(ResponseEnvelope.failure(ID, ErrorCode.WRONG_DEPLOYMENTS, "no")
                        .telling(1234, 8)
                        .encode());

        assertThat(telling.storeMillis()).isEqualTo(1234);
        assertThat(telling.deployments()).isEqualTo(8);
        assertThat(telling.error()).isEqualTo(ErrorCode.WRONG_DEPLOYMENTS);
        assertThat(success.storeMillis()).isZero();
        assertThat(success.isSettled()).isTrue();
        assertThat(failure.isSettled()).isTrue();
        assertThat(unsettled.isSettled()).isFalse();
        ResponseEnvelope unchanged = ResponseEnvelope.decode(
                ResponseEnvelope.unsettledSuccess(ID, new byte[] {5}).encode());
        assertThat(unchanged.isSettled()).isFalse();
        assertThat(unchanged.succeeded()).isTrue();
        assertThat(unchanged.payload()).containsExactly(5);
        assertThat(unsettled.error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
        assertThat(unsettled.message()).isEqualTo("no");
        assertThat(success.succeeded()).isTrue();
        assertThat(success.payload()).containsExactly(7);
        assertThat(failure.succeeded()).isFalse();
        assertThat(failure.error()).isEqualTo(ErrorCode.CONFLICT);
        assertThat(failure.message()).isEqualTo("später");
    }

    @Test
    void load_survivesTheWire_inTheNewerVersionOnly() throws Exception {
        ResponseEnvelope loaded =
                ResponseEnvelope.success(ID, new byte[] {7}).underLoad(200).telling(1234, 8);

        ResponseEnvelope newer = ResponseEnvelope.decode(loaded.encode());
        ResponseEnvelope older = ResponseEnvelope.decode(loaded.encode(ResponseEnvelope.OLDEST_VERSION));

        assertThat(newer.load()).isEqualTo(200);
        assertThat(older.load()).isZero();
        for (ResponseEnvelope each : List.of(newer, older)) {
            assertThat(each.storeMillis()).isEqualTo(1234);
            assertThat(each.deployments()).isEqualTo(8);
            assertThat(each.payload()).containsExactly(7);
        }
        assertThat(loaded.encode(ResponseEnvelope.VERSION + 5)).isEqualTo(loaded.encode());
        assertThat(loaded.encode(ResponseEnvelope.OLDEST_VERSION)[0]).isEqualTo((byte) 2);
    }

    @Test
    void versionsAndLoadsOutOfBounds_areRefused() {
        ResponseEnvelope response = ResponseEnvelope.success(ID, new byte[0]);
        assertThatThrownBy(() -> response.encode(ResponseEnvelope.OLDEST_VERSION - 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> response.underLoad(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> response.underLoad(256)).isInstanceOf(IllegalArgumentException.class);
        for (int version : new int[] {ResponseEnvelope.OLDEST_VERSION - 1, ResponseEnvelope.VERSION + 1}) {
            byte[] bytes = response.encode();
            bytes[0] = (byte) version;
            assertThatThrownBy(() -> ResponseEnvelope.decode(bytes)).isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void decode_ofAnyTruncation_isRefused() {
        byte[] whole = new RequestEnvelope(ID, CALLER, RequestLife.UNDATED, "mkdirs", new byte[40]).encode();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RequestEnvelope.decode(part))
                    .as("%d of %d bytes", part.length, whole.length)
                    .isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void decode_ofNamesWithNul_isRefused() {
        for (Caller caller : new Caller[] {
            new Caller("u\0", List.of(), "h"), new Caller("u", List.of("g\0"), "h"), new Caller("u", List.of(), "h\0")
        }) {
            byte[] bytes = new RequestEnvelope(
                            new RequestId(new UUID(1, 2), 3), caller, RequestLife.UNDATED, "m", new byte[0])
                    .encode();
            assertThatThrownBy(() -> RequestEnvelope.decode(bytes)).isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void decode_ofALifeOutsideItsBounds_isRefused() {
        byte[] whole = new RequestEnvelope(ID, CALLER, RequestLife.of(1, 2), "m", new byte[0]).encode();
        int birth = 1 + 3 * Long.BYTES + 1;
        for (long[] wrong : new long[][] {{-1, 2}, {0, 2}, {1, -1}, {1, RequestLife.LONGEST_PATIENCE_MILLIS + 1}}) {
            byte[] bytes = whole.clone();
            ByteBuffer.wrap(bytes).putLong(birth, wrong[0]).putLong(birth + Long.BYTES, wrong[1]);
            assertThatThrownBy(() -> RequestEnvelope.decode(bytes))
                    .as(Arrays.toString(wrong))
                    .isInstanceOf(MalformedEnvelopeException.class)
                    .hasMessageContaining(" ms is ");
        }
    }

    @Test
    void decode_ofTrailingBytes_isRefused() {
        byte[] whole = new RequestEnvelope(ID, CALLER, RequestLife.UNDATED, "mkdirs", new byte[0]).encode();
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> RequestEnvelope.decode(longer)).isInstanceOf(MalformedEnvelopeException.class);
    }

    @Test
    void decode_ofNoise_throwsNothingElse() {
        long seed = 42;
        Random random = new Random(seed);
        byte[] whole = new RequestEnvelope(ID, CALLER, RequestLife.UNDATED, "mkdirs", new byte[40]).encode();
        for (int round = 0; round < 20_000; round++) {
            byte[] noisy = whole.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                noisy[random.nextInt(noisy.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(RequestEnvelope.decode(noisy)).isNotNull();
            } catch (MalformedEnvelopeException e) {
                assertThat(e).as("seed %d, round %d", seed, round).hasMessageMatching("(?s).+");
            }
        }
    }

    @Test
    void errorNumbers_areUnique() {
        assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::number)).doesNotHaveDuplicates();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(ErrorCode.ofNumber(code.number())).isEqualTo(code);
        }
        assertThat(ErrorCode.ofNumber(9999)).isEqualTo(ErrorCode.INTERNAL);
    }
}
