package io.lambdafs.benchmark.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryonet.FrameworkMessage;
import com.esotericsoftware.kryonet.Listener;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class EchoTest {
    @Test
    void frame_isAsLongAsAskedFor_andSoIsItsAnswer() {
        EchoFrames frames = new EchoFrames();
        EchoSizes sizes = EchoSizes.of("ls");
        EchoCall call = new EchoCall(42, sizes.request(), sizes.answer());
        ByteBuffer buffer = ByteBuffer.allocate(EchoFrames.BUFFER_BYTES);
        frames.write(new NoConnection(), buffer, call);
        buffer.flip();

        assertThat(buffer.remaining()).isEqualTo(sizes.request());
        assertThat(frames.read(new NoConnection(), buffer)).isEqualTo(call);
        assertThat(buffer.hasRemaining()).isFalse();

        buffer.clear();
        frames.write(new NoConnection(), buffer, call.answer());
        assertThat(buffer.position()).isEqualTo(sizes.answer());
    }

    @Test
    void sizes_thatNoFrameHas_areRefused() {
        assertThatThrownBy(() -> new EchoSizes(1, 100)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new EchoSizes(100, 1 << 20)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EchoSizes.of("mix")).hasMessageContaining("mix");
    }

    @Test
    void registration_keepsItsNumber() {
        EchoFrames frames = new EchoFrames();
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
