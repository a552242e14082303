package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Invitation;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What an instance does with invitations, byte by byte. */
final class GoodbyeInvitationTest {
    private static final int GOODBYE = 19;

    /* An instance with room for one client counts each further one that it would have connected to. */
    private final ClientConnections connections = new ClientConnections(
            new RpcConfig(0, "instance", 1, Duration.ofSeconds(2), 1),
            request -> ResponseEnvelope.success(request.id(), new byte[0]),
            Runnable::run,
            GoodbyeInvitationTest::daemon);

    @Test
    void instance_takesInvitations_untilItHasSaidGoodbye() throws Exception {
        try (ServerSocket client = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            connections.connectIfAbsent(UUID.randomUUID(), List.of(endpoint(client)), new byte[32]);
            try (Socket instance = client.accept()) {
                instance.setSoTimeout(20_000);
                register(instance);
                eventually("connected", () -> connections.connections() == 1);
                send(instance, invitation(client));
                eventually("it would connect", () -> connections.refused() == 1);

                connections.retireAll();
                awaitGoodbye(instance);
                send(instance, invitation(client));
                send(instance, new NoFrame());
                awaitEnd(instance);

                assertThat(connections.refused()).isEqualTo(1);
            }
        } finally {
            connections.close();
        }
    }

    /** Something at which the instance ends the connection, after all that came before. */
    private static final class NoFrame implements Frame {
        @Override
        public void writeTo(ByteBuffer out) {
            out.put((byte) 127);
        }
    }

    private static Invitation invitation(ServerSocket client) {
        return new Invitation(UUID.randomUUID(), endpoint(client), new byte[32], ResponseEnvelope.VERSION);
    }

    private static String endpoint(ServerSocket client) {
        return "127.0.0.1:" + client.getLocalPort();
    }

    /** What KryoNet expects first of a server. */
    private static void register(Socket instance) throws IOException {
        send(instance, new Control(Control.Kind.REGISTER, 1));
    }

    private static void send(Socket instance, Frame frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES + 4);
        bytes.position(4);
        frame.writeTo(bytes);
        bytes.putInt(0, bytes.position() - 4);
        instance.getOutputStream().write(bytes.array(), 0, bytes.position());
    }

    private static void awaitGoodbye(Socket instance) throws IOException {
        DataInputStream in = new DataInputStream(instance.getInputStream());
        byte[] frame;
        do {
            frame = new byte[in.readInt()];
            in.readFully(frame);
        } while (frame[0] != GOODBYE);
    }

    private static void awaitEnd(Socket instance) {
        try {
            instance.getInputStream().readAllBytes();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("The instance did not end the connection", e);
        } catch (IOException reset) {
            return;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "instance");
        thread.setDaemon(true);
        return thread;
    }
}
