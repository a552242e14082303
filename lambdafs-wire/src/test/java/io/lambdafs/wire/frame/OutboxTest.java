package io.lambdafs.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An outbox and an assembler with a network between them that the test runs. */
final class OutboxTest {
    private final Wire wire = new Wire();
    private final Outbox outbox = new Outbox(wire, 1_000_000);

    @Test
    void smallMessage_leavesAtOnceInOneFrame() throws MalformedEnvelopeException {
        assertThat(outbox.offer(5, new byte[] {1, 2, 3})).isTrue();

        assertThat(wire.frames).hasSize(1);
        Message message = wire.assembled(1_000).get(0);
        assertThat(message.call()).isEqualTo(5);
        assertThat(message.bytes()).containsExactly(1, 2, 3);
    }

    @Test
    void largeMessages_neverOverfillTheBufferAndArriveInOrder() throws MalformedEnvelopeException {
        byte[] large = new byte[20 * FrameLimits.MAX_PART_BYTES + 7];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i % 251);
        }
        assertThat(outbox.offer(1, large)).isTrue();
        assertThat(outbox.offer(2, new byte[] {9})).isTrue();
        assertThat(wire.frames).hasSizeLessThan(5);

        while (wire.buffered > 0) {
            wire.buffered = 0;
            outbox.drain();
        }

        assertThat(wire.most).isLessThanOrEqualTo(FrameLimits.WRITE_BUFFER_BYTES);
        List<Message> messages = wire.assembled(large.length);
        assertThat(messages).hasSize(2);
        assertThat(messages.get(0).bytes()).isEqualTo(large);
        assertThat(messages.get(1).bytes()).containsExactly(9);
    }

    @Test
    void moreThanTheBound_isRefused() {
        wire.buffered = FrameLimits.WRITE_BUFFER_BYTES;
        assertThat(outbox.offer(1, new byte[5_000_000])).isTrue();

        assertThat(outbox.offer(2, new byte[1])).isFalse();
    }

    @Test
    void whatIsOfferedWhileAnotherSends_followsAsOneBatch() throws MalformedEnvelopeException {
        wire.duringFirstSend = () -> {
            for (int call = 2; call <= 5; call++) {
                assertThat(outbox.offer(call, new byte[] {(byte) call})).isTrue();
            }
        };

        outbox.offer(1, new byte[] {1});

        assertThat(wire.frames).hasSize(2);
        assertThat(wire.assembled(10)).extracting(Message::call).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void whatMayWait_leavesWithTheReadersTurn() throws MalformedEnvelopeException {
        for (int call = 1; call <= 3; call++) {
            assertThat(outbox.offerLater(call, new byte[] {1})).isTrue();
        }
        assertThat(wire.frames).isEmpty();

        outbox.drain();

        assertThat(wire.frames).hasSize(1);
        assertThat(wire.assembled(10)).extracting(Message::call).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whatMayWait_leavesWithWhatMayNot() throws MalformedEnvelopeException {
        outbox.offerLater(1, new byte[] {1});

        outbox.offer(2, new byte[] {1});

        assertThat(wire.frames).hasSize(1);
        assertThat(wire.assembled(10)).extracting(Message::call).containsExactly(1L, 2L);
    }

    @Test
    void whatMayWait_leavesWhenItMakesABatch() throws MalformedEnvelopeException {
        for (int call = 1; call <= Batch.MAX_PARTS; call++) {
            outbox.offerLater(call, new byte[] {1});
        }

        assertThat(wire.frames).hasSize(1);
        assertThat(wire.assembled(10)).hasSize(Batch.MAX_PARTS);
    }

    @Test
    void whatMayWait_isBoundedToo() {
        assertThat(outbox.offerLater(1, new byte[900_000])).isTrue();

        assertThat(outbox.offerLater(2, new byte[900_000])).isFalse();
    }

    @Test
    void manySmallMessages_areLeftToTheReaderInTheirOrder() throws MalformedEnvelopeException {
        int messages = 8 * Batch.MAX_PARTS;
        wire.duringFirstSend = () -> {
            for (int call = 2; call <= messages; call++) {
                outbox.offer(call, new byte[] {1});
            }
        };

        outbox.offer(1, new byte[] {1});
        assertThat(wire.assembled(10)).hasSizeLessThan(messages);
        outbox.drain();
        outbox.drain();

        List<Message> arrived = wire.assembled(10);
        assertThat(arrived).hasSize(messages);
        assertThat(arrived).extracting(Message::call).isSorted();
    }

    @Test
    void readerThatCameWhileAnotherSent_isNotWaitedForAgain() throws MalformedEnvelopeException {
        int messages = 8 * Batch.MAX_PARTS;
        wire.duringFirstSend = () -> {
            for (int call = 2; call <= messages; call++) {
                outbox.offer(call, new byte[] {1});
            }
        };
        wire.duringEverySend = outbox::drain;

        outbox.offer(1, new byte[] {1});

        assertThat(wire.assembled(10)).hasSize(messages);
    }

    @Test
    void failureToSend_letsTheNextOneTry() throws MalformedEnvelopeException {
        wire.duringFirstSend = () -> {
            throw new IllegalStateException("broken");
        };
        assertThatThrownBy(() -> outbox.offer(1, new byte[] {1})).hasMessage("broken");

        outbox.offer(2, new byte[] {2});

        assertThat(wire.assembled(10)).extracting(Message::call).containsExactly(1L, 2L);
    }

    @Test
    void closedChannel_dropsWhatWaits() {
        wire.buffered = FrameLimits.WRITE_BUFFER_BYTES;
        outbox.offer(1, new byte[5_000_000]);
        wire.open = false;
        outbox.drain();
        wire.open = true;
        wire.buffered = 0;

        assertThat(outbox.offer(2, new byte[1])).isTrue();
        assertThat(wire.frames).hasSize(1);
    }

    @Test
    void messageAboveTheLimit_isRefusedByItsFirstPart() {
        outbox.offer(1, new byte[1_001]);

        assertThatThrownBy(() -> wire.assembled(1_000)).hasMessageContaining("1001 bytes exceeds 1000");
    }

    @Test
    void partOutOfOrder_isRefused() throws MalformedEnvelopeException {
        byte[] message = new byte[3 * FrameLimits.MAX_PART_BYTES];
        MessageAssembler assembler = new MessageAssembler(message.length);
        assertThatThrownBy(() -> assembler.accept(MessagePart.of(1, message, FrameLimits.MAX_PART_BYTES)))
                .hasMessageContaining("begins at offset");

        assertThat(assembler.accept(MessagePart.of(1, message, 0))).isNull();
        assertThatThrownBy(() -> assembler.accept(MessagePart.of(2, message, FrameLimits.MAX_PART_BYTES)))
                .hasMessageContaining("does not continue");
    }

    /** A channel whose buffer only the test empties. */
    private static final class Wire implements FrameChannel {
        private final List<Frame> frames = new ArrayList<>();
        private int buffered;
        private int most;
        private boolean open = true;
        private Runnable duringFirstSend = () -> {};
        private Runnable duringEverySend = () -> {};

        @Override
        public void send(Frame frame) {
            frames.add(frame);
            ByteBuffer bytes = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES);
            frame.writeTo(bytes);
            buffered += bytes.position() + Integer.BYTES;
            most = Math.max(most, buffered);
            Runnable first = duringFirstSend;
            duringFirstSend = () -> {};
            first.run();
            duringEverySend.run();
        }

        @Override
        public int bufferedBytes() {
            return buffered;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        List<Message> assembled(int maxBytes) throws MalformedEnvelopeException {
            MessageAssembler assembler = new MessageAssembler(maxBytes);
            List<Message> messages = new ArrayList<>();
            for (Frame frame : frames) {
                List<MessagePart> parts = frame instanceof Batch batch ? batch.parts() : List.of((MessagePart) frame);
                for (MessagePart part : parts) {
                    @Nullable Message message = assembler.accept(part);
                    if (message != null) {
                        messages.add(message);
                    }
                }
            }
            return messages;
        }
    }
}
