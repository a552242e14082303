package io.lambdafs.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class FrameCodecTest {
    private static final byte[] SECRET = {1, 2, 3};

    @Test
    void hello_survivesTheTrip() throws MalformedEnvelopeException {
        Hello hello = (Hello) trip(new Hello(7, "namenode7-a", SECRET));

        assertThat(hello.version()).isEqualTo(FrameLimits.PROTOCOL_VERSION);
        assertThat(hello.deployment()).isEqualTo(7);
        assertThat(hello.instance()).isEqualTo("namenode7-a");
        assertThat(hello.proves(new byte[] {1, 2, 3})).isTrue();
        assertThat(hello.proves(new byte[] {1, 2, 4})).isFalse();
        assertThat(hello.proves(new byte[0])).isFalse();
    }

    @Test
    void invitationToAnEncryptedConnection_andChallenge_surviveTheTrip() throws MalformedEnvelopeException {
        UUID client = UUID.randomUUID();
        byte[] digest = new byte[Invitation.DIGEST_BYTES];
        Arrays.fill(digest, (byte) 9);
        Invitation invitation = (Invitation) trip(new Invitation(client, "h:1", SECRET, 3, digest));
        assertThat(invitation.certificate()).isEqualTo(digest);
        assertThat(invitation.client()).isEqualTo(client);
        assertThat(((Invitation) trip(new Invitation(client, "h:1", SECRET, 3))).certificate())
                .isEmpty();
        assertThatThrownBy(() -> new Invitation(client, "h:1", SECRET, 3, new byte[31]))
                .isInstanceOf(IllegalArgumentException.class);
        Challenge challenge = (Challenge) trip(new Challenge(digest));
        assertThat(challenge.nonce()).isEqualTo(digest);
        assertThatThrownBy(() -> new Challenge(new byte[31])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void controls_surviveTheTrip() throws MalformedEnvelopeException {
        for (Control.Kind kind : Control.Kind.values()) {
            Control control = (Control) trip(new Control(kind, 12_345));
            assertThat(control.kind()).isEqualTo(kind);
            assertThat(control.number()).isEqualTo(12_345);
        }
    }

    @Test
    void goodbye_survivesTheTrip() throws MalformedEnvelopeException {
        assertThat(trip(new Goodbye())).isInstanceOf(Goodbye.class);
    }

    @Test
    void invitation_survivesTheTripAndNoCutOfItDoes() throws MalformedEnvelopeException {
        UUID client = UUID.randomUUID();
        Invitation sent = new Invitation(client, "127.0.0.1:4711", SECRET, 3);

        Invitation invitation = (Invitation) trip(sent);

        assertThat(invitation.client()).isEqualTo(client);
        assertThat(invitation.endpoint()).isEqualTo("127.0.0.1:4711");
        assertThat(invitation.secret()).isEqualTo(SECRET);
        ByteBuffer whole = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES);
        sent.writeTo(whole);
        for (int length = 0; length < whole.position(); length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole.array(), 0, length);
            assertThatThrownBy(() -> FrameCodec.read(cut)).isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void invitationWithTooMuchInIt_isNone() {
        UUID client = UUID.randomUUID();
        String tooLong = "h".repeat(Invitation.MAX_ENDPOINT_BYTES) + ":1";

        assertThatThrownBy(() -> new Invitation(client, tooLong, SECRET, 3))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Invitation(client, "h:1", new byte[Invitation.MAX_SECRET_BYTES + 1], 3))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void largestPart_fitsIntoAFrame() throws MalformedEnvelopeException {
        byte[] message = new byte[3 * FrameLimits.MAX_PART_BYTES];
        MessagePart part = (MessagePart) trip(MessagePart.of(Long.MAX_VALUE, message, FrameLimits.MAX_PART_BYTES));

        assertThat(part.length()).isEqualTo(FrameLimits.MAX_PART_BYTES);
        assertThat(part.offset()).isEqualTo(FrameLimits.MAX_PART_BYTES);
        assertThat(part.total()).isEqualTo(message.length);
    }

    @Test
    void batch_survivesTheTripAndNoCutOfItDoes() throws MalformedEnvelopeException {
        Batch batch = new Batch(List.of(MessagePart.of(1, new byte[] {1}, 0), MessagePart.of(2, new byte[] {2, 3}, 0)));

        List<MessagePart> parts = ((Batch) trip(batch)).parts();

        assertThat(parts).extracting(MessagePart::call).containsExactly(1L, 2L);
        assertThat(parts.get(1).bytes()).containsExactly(2, 3);
        ByteBuffer whole = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES);
        batch.writeTo(whole);
        int endOfFirst = 1 + Batch.bytesOf(1);
        for (int length = 0; length < whole.position(); length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole.array(), 0, length);
            if (length != endOfFirst) {
                assertThatThrownBy(() -> FrameCodec.read(cut)).isInstanceOf(MalformedEnvelopeException.class);
            }
        }
    }

    @Test
    void batchWithSomethingElseInIt_isRefused() {
        ByteBuffer whole = ByteBuffer.allocate(100);
        whole.put(Batch.TYPE).putInt(5).put((byte) 2).putInt(1).flip();

        assertThatThrownBy(() -> FrameCodec.read(whole)).hasMessageContaining("something else");
    }

    @Test
    void everyCut_isRefused() {
        ByteBuffer whole = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES);
        new Hello(1, "name", SECRET).writeTo(whole);
        for (int length = 0; length < whole.position(); length++) {
            ByteBuffer cut = ByteBuffer.wrap(whole.array(), 0, length);
            assertThatThrownBy(() -> FrameCodec.read(cut)).isInstanceOf(MalformedEnvelopeException.class);
        }
    }

    @Test
    void trailingBytesAndUnknownTypes_areRefused() {
        ByteBuffer control = ByteBuffer.wrap(new byte[] {2, 0, 0, 0, 0, 9});
        assertThatThrownBy(() -> FrameCodec.read(control)).hasMessageContaining("1 bytes after");

        ByteBuffer unknown = ByteBuffer.wrap(new byte[] {99, 0, 0, 0, 0});
        assertThatThrownBy(() -> FrameCodec.read(unknown)).hasMessageContaining("frame type 99");
    }

    @Test
    void partsThatCannotBe_areRefused() {
        assertThatThrownBy(() -> FrameCodec.read(part(-1, 0, 1))).isInstanceOf(MalformedEnvelopeException.class);
        assertThatThrownBy(() -> FrameCodec.read(part(10, -1, 1))).isInstanceOf(MalformedEnvelopeException.class);
        assertThatThrownBy(() -> FrameCodec.read(part(10, 0, 0))).isInstanceOf(MalformedEnvelopeException.class);
        assertThatThrownBy(() -> FrameCodec.read(part(10, 8, 3))).isInstanceOf(MalformedEnvelopeException.class);
    }

    @Test
    void randomBytes_areAFrameOrMalformedAndNothingElse() {
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length > 0) {
                bytes[0] = (byte) random.nextInt(20);
            }
            assertThat(isFrameOrMalformed(bytes))
                    .as("seed %d, case %d", seed, i)
                    .isTrue();
        }
    }

    private static boolean isFrameOrMalformed(byte[] bytes) {
        try {
            return FrameCodec.read(ByteBuffer.wrap(bytes)) != null;
        } catch (MalformedEnvelopeException e) {
            return e.getMessage() != null;
        }
    }

    private static ByteBuffer part(int total, int offset, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(17 + length);
        bytes.put(MessagePart.TYPE).putLong(1).putInt(total).putInt(offset);
        return bytes.rewind();
    }

    private static Frame trip(Frame frame) throws MalformedEnvelopeException {
        ByteBuffer bytes = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES);
        frame.writeTo(bytes);
        return FrameCodec.read(bytes.flip());
    }
}
