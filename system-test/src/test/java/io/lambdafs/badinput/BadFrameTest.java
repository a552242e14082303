package io.lambdafs.badinput;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import io.lambdafs.wire.frame.Control;
import io.lambdafs.wire.frame.Frame;
import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Hello;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client to which instances connect back, and which then says wrong things: they hang up, and go on. */
final class BadFrameTest {
    private static final int BOUND_MILLIS = 20_000;
    private static final byte PART = 17;

    private final Stack stack = SharedStack.get();
    private LiveNameNode nameNode;
    private NamespaceContent before;

    @BeforeEach
    void look() throws IOException {
        nameNode = LiveNameNode.of(stack);
        before = NamespaceContent.of(stack);
    }

    @AfterEach
    void nothingChanged() throws IOException {
        assertThat(nameNode.isHealthy()).isTrue();
        assertThat(NamespaceContent.of(stack)).isEqualTo(before);
    }

    @Test
    void lengthsThatNoFrameHas_endTheConnection() throws IOException {
        for (int length : new int[] {FrameLimits.MAX_FRAME_BYTES + 1, Integer.MAX_VALUE, 0, -1}) {
            assertHangsUp(ByteBuffer.allocate(4).putInt(length).array());
        }
    }

    @Test
    void garbage_endsTheConnection() throws IOException {
        Random random = new Random(12);
        for (int i = 0; i < 5; i++) {
            byte[] garbage = new byte[500];
            random.nextBytes(garbage);
            assertHangsUp(frame((byte) 99, garbage));
        }
    }

    @Test
    void helloFromTheClient_endsTheConnection() throws IOException {
        assertHangsUp(frame(new Hello(0, "x", new byte[32])));
    }

    @Test
    void requestsThatAreNone_endTheConnection() throws IOException {
        assertHangsUp(part(1, 3, 0, new byte[3]));
        assertHangsUp(part(1, Integer.MAX_VALUE, 0, new byte[3]));
        assertHangsUp(part(1, FrameLimits.MAX_REQUEST_BYTES + 1, 0, new byte[3]));
        assertHangsUp(part(1, 10, 8, new byte[3]));
        assertHangsUp(part(1, -1, -1, new byte[3]));
    }

    private void assertHangsUp(byte[] bytes) throws IOException {
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(BOUND_MILLIS);
            assertThat(nameNode.offerTcp("127.0.0.1:" + server.getLocalPort(), secret)
                            .succeeded())
                    .isTrue();
            try (Socket socket = server.accept()) {
                socket.setSoTimeout(BOUND_MILLIS);
                // The instance waits to be told the number of its connection before it says anything.
                socket.getOutputStream().write(frame(new Control(Control.Kind.REGISTER, 1)));
                awaitHello(new DataInputStream(socket.getInputStream()));
                socket.getOutputStream().write(bytes);
                assertThat(isClosedByPeer(socket)).isTrue();
            }
        }
    }

    private static void awaitHello(DataInputStream in) throws IOException {
        byte type = 0;
        while (type <= 4) {
            byte[] frame = new byte[in.readInt()];
            in.readFully(frame);
            type = frame[0];
        }
    }

    private static boolean isClosedByPeer(Socket socket) {
        try {
            int read = socket.getInputStream().read();
            while (read >= 0) {
                read = socket.getInputStream().read();
            }
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static byte[] frame(Frame frame) {
        ByteBuffer bytes = ByteBuffer.allocate(FrameLimits.MAX_FRAME_BYTES + 4);
        bytes.position(4);
        frame.writeTo(bytes);
        bytes.putInt(0, bytes.position() - 4);
        return java.util.Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] frame(byte type, byte[] body) {
        return ByteBuffer.allocate(5 + body.length)
                .putInt(1 + body.length)
                .put(type)
                .put(body)
                .array();
    }

    private static byte[] part(long call, int total, int offset, byte[] bytes) {
        return frame(
                PART,
                ByteBuffer.allocate(16 + bytes.length)
                        .putLong(call)
                        .putInt(total)
                        .putInt(offset)
                        .put(bytes)
                        .array());
    }
}
