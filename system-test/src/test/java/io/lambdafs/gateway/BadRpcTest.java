package io.lambdafs.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.Gateways;
import io.lambdafs.system.SharedStack;
import io.lambdafs.system.Stack;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nonsense at a gateway's port ends that connection, and nothing else. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class BadRpcTest {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int VERSION = 9;
    private static final int LONGEST_BYTES = 1 << 20;

    private Stack stack;
    private URI gateway;

    @BeforeEach
    void find() throws IOException {
        stack = SharedStack.get();
        gateway = Gateways.address(stack, 0);
    }

    @Test
    void webBrowser_isToldThatThisIsNoWebServer() throws IOException {
        String answer = answerTo("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(answer).startsWith("HTTP/1.1 404").contains("This is not the correct port");
        assertServes();
    }

    @Test
    void framesThatAreTooLongOrNegative_endTheConnection() throws IOException {
        for (int length : new int[] {Integer.MAX_VALUE, LONGEST_BYTES + 1, -2, Integer.MIN_VALUE}) {
            answerTo(frames(VERSION, length, new byte[100]));
        }
        assertServes();
    }

    @Test
    void framesOfNoise_endTheConnection() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            answerTo(frames(VERSION, noise.length, noise));
        }
        assertServes();
    }

    @Test
    void otherVersion_isRefused() throws IOException {
        assertThat(answerTo(frames(VERSION - 1, 4, new byte[4]))).isNotEmpty();
        assertServes();
    }

    @Test
    void halfFrames_areForgottenWithTheirConnections() throws IOException {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = connected()) {
                socket.getOutputStream().write(frames(VERSION, LONGEST_BYTES, new byte[10]));
            }
        }
        assertServes();
    }

    private void assertServes() throws IOException {
        long pid = stack.pid("gateway0");
        try (DistributedFileSystem fs = Gateways.client(Gateways.settings(stack))) {
            assertThat(fs.getFileStatus(new Path("/")).isDirectory()).isTrue();
        }
        assertThat(ProcessHandle.of(pid)).isPresent();
        assertThat(stack.pid("gateway0")).isEqualTo(pid);
    }

    /** What is answered before the gateway ends the connection, which it must in time. */
    private String answerTo(byte[] bytes) throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(bytes);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (java.net.SocketException reset) {
            return "";
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket(gateway.getHost(), gateway.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** The beginning of a connection of Hadoop's RPC, and a frame that says that it has this length. */
    private static byte[] frames(int version, int length, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBytes("hrpc");
        out.writeByte(version);
        out.writeByte(0);
        out.writeByte(0);
        out.writeInt(length);
        out.write(content);
        return bytes.toByteArray();
    }
}
