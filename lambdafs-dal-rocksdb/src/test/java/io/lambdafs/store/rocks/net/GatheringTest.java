package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static io.lambdafs.store.rocks.net.NetFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Frames on their way out and in, over a channel that takes as much as the test lets it. */
final class GatheringTest {
    private final BufferPool pool = new BufferPool(8);
    private final Outgoing outgoing = new Outgoing(pool);
    private final Wire wire = new Wire();

    /** A channel that counts writes, and takes so many bytes of each. */
    private static final class Wire implements WritableByteChannel {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final List<Integer> writes = new ArrayList<>();
        private int most = Integer.MAX_VALUE;
        private Runnable meanwhile = () -> {};

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            int count = Math.min(most, bytes.remaining());
            byte[] copy = new byte[count];
            bytes.get(copy);
            taken.write(copy);
            writes.add(count);
            Runnable once = meanwhile;
            meanwhile = () -> {};
            once.run();
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {
            // It is memory.
        }

        private List<String> frames() throws IOException {
            Incoming incoming = new Incoming(new BufferPool(1), 1 << 20);
            ReadableByteChannel source = Channels.newChannel(new ByteArrayInputStream(taken.toByteArray()));
            List<String> frames = new ArrayList<>();
            while (incoming.fill(source) > 0) {
                while (incoming.next()) {
                    frames.add(incoming.kind() + " " + incoming.number() + " " + text(bytes(incoming.payload())));
                }
            }
            assertThat(incoming.hasRest()).isFalse();
            return frames;
        }

        private static byte[] bytes(ByteBuffer payload) {
            return NetFixture.bytes(payload);
        }
    }

    @Test
    void framesThatWait_leaveWithOneWrite() throws Exception {
        for (int i = 1; i <= 100; i++) {
            outgoing.put(Frames.REQUEST, i, bytes("r" + i));
        }
        assertThat(outgoing.flush(wire, false)).isEqualTo(Outgoing.Flushed.DONE);
        assertThat(wire.writes).hasSize(1);
        assertThat(wire.frames()).hasSize(100).startsWith("1 1 r1").endsWith("1 100 r100");
        assertThat(outgoing.unsent()).isZero();
    }

    @Test
    void framesThatComeDuringAWrite_leaveTogetherWithTheNext() throws Exception {
        outgoing.put(Frames.REQUEST, 1, bytes("first"));
        wire.meanwhile = () -> {
            for (int i = 2; i <= 5; i++) {
                outgoing.put(Frames.REQUEST, i, bytes("later"));
                try {
                    assertThat(outgoing.flush(wire, false))
                            .as("somebody writes")
                            .isEqualTo(Outgoing.Flushed.DONE);
                } catch (IOException e) {
                    Assertions.fail(e);
                }
            }
        };
        outgoing.flush(wire, false);
        assertThat(wire.writes).hasSize(2);
        assertThat(wire.frames()).hasSize(5);
    }

    @Test
    void kernelThatTakesNoMore_isAskedAgainOnlyByWhomItTold() throws Exception {
        wire.most = 20;
        outgoing.put(Frames.REQUEST, 1, bytes("a request"));
        long end = outgoing.put(Frames.REQUEST, 2, bytes("another request"));
        assertThat(outgoing.flush(wire, false)).isEqualTo(Outgoing.Flushed.STUCK);
        assertThat(outgoing.flush(wire, false)).isEqualTo(Outgoing.Flushed.STUCK);
        assertThat(wire.writes).containsExactly(20);
        assertThat(outgoing.unsent()).isEqualTo(end - 20);
        wire.most = Integer.MAX_VALUE;
        assertThat(outgoing.flush(wire, true)).isEqualTo(Outgoing.Flushed.DONE);
        assertThat(wire.frames()).containsExactly("1 1 a request", "1 2 another request");
    }

    @Test
    void requestThatLeftInPart_wasNeverSent() throws Exception {
        wire.most = 30;
        long first = outgoing.put(Frames.REQUEST, 1, bytes("a request"));
        long second = outgoing.put(Frames.REQUEST, 2, bytes("another"));
        outgoing.flush(wire, false);
        outgoing.close();
        assertThat(outgoing.hasWritten(first)).isTrue();
        assertThat(outgoing.hasWritten(second)).isFalse();
        assertThat(outgoing.put(Frames.REQUEST, 3, bytes("too late"))).isNegative();
        assertThat(outgoing.flush(wire, true)).isEqualTo(Outgoing.Flushed.STUCK);
        assertThat(wire.writes).as("nothing leaves after the end").hasSize(1);
    }

    @Test
    void frameThatIsLargerThanABuffer_growsIt_andLeavesWhole() throws Exception {
        String large = "x".repeat(3 * BufferPool.USUAL_BYTES);
        outgoing.put(Frames.ANSWER, 1, bytes("small"));
        outgoing.put(Frames.ANSWER, 2, bytes(large));
        outgoing.put(Frames.ANSWER, 3, bytes("small"));
        outgoing.flush(wire, false);
        assertThat(wire.frames()).containsExactly("3 1 small", "3 2 " + large, "3 3 small");
    }
}
