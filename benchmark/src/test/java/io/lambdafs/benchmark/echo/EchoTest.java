package io.lambdafs.benchmark.echo;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.Listener;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class EchoTest {
    @Test
    void frame_isAsLongAsAskedForAndKeepsTheCaller() {
        EchoFrames frames = new EchoFrames(EchoFrames.REQUEST_BYTES);
        ByteBuffer buffer = ByteBuffer.allocate(EchoFrames.BUFFER_BYTES);
        frames.write(new NoConnection(), buffer, 42);
        buffer.flip();

        assertThat(buffer.remaining()).isEqualTo(EchoFrames.REQUEST_BYTES);
        assertThat(frames.read(new NoConnection(), buffer)).isEqualTo(42);
        assertThat(buffer.hasRemaining()).isFalse();
    }

    @Test
    void registration_keepsItsNumber() {
        EchoFrames frames = new EchoFrames(EchoFrames.REQUEST_BYTES);
        ByteBuffer buffer = ByteBuffer.allocate(EchoFrames.BUFFER_BYTES);
        FrameworkMessage.RegisterTCP register = new FrameworkMessage.RegisterTCP();
        register.connectionID = 7;
        frames.write(new NoConnection(), buffer, register);
        buffer.flip();

        assertThat(frames.read(new NoConnection(), buffer))
                .isInstanceOfSatisfying(
                        FrameworkMessage.RegisterTCP.class,
                        read -> assertThat(read.connectionID).isEqualTo(7));
    }

    /** Frames do not depend on their connection. */
    private static final class NoConnection extends com.esotericsoftware.kryonet.Connection {
        NoConnection() {
            addListener(new Listener() {});
        }
    }
}
