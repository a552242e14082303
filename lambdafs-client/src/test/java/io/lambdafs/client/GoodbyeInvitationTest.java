package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameChannel;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Invitation;
import io.lambdafs.wire.frame.Outbox;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
                ask(instance);
                eventually("it would connect", () -> connections.refused() == 1);

                connections.retireAll();
                awaitGoodbye(instance);
                send(instance, invitation(client));
                ask(instance);
                send(instance, new NoFrame());
                awaitEnd(instance);

                assertThat(connections.refused()).isEqualTo(1);
            }
        } finally {
            connections.close();
        }
    }

    @Test
    void instanceWithoutRoom_preparesNothing() throws Exception {
        try (ServerSocket client = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            connections.connectIfAbsent(UUID.randomUUID(), List.of(endpoint(client)), new byte[32]);
            // What is prepared for a connection refuses a secret of this length.
            connections.connectIfAbsent(UUID.randomUUID(), List.of(endpoint(client)), new byte[1000]);
            assertThat(connections.refused()).isEqualTo(1);
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

    /** What a client sends after an invitation: the request of the one that it invites to. */
    private static void ask(Socket instance) {
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(UUID.randomUUID(), 1),
                new Caller("alice", List.of(), "127.0.0.1"),
                RequestLife.UNDATED,
                "getFileInfo",
                new byte[0]);
        assertThat(new Outbox(new Sending(instance), FrameLimits.MAX_REQUEST_BYTES).offer(1, request.encode()))
                .isTrue();
    }

    /** Sends at once. */
    private record Sending(Socket instance) implements FrameChannel {
        @Override
        public void send(Frame frame) {
            try {
                GoodbyeInvitationTest.send(instance, frame);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public int bufferedBytes() {
            return 0;
        }

        @Override
        public boolean isOpen() {
            return true;
        }
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
