package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Messages over a connection: the length of each in four bytes, and then JSON in UTF-8. Writing is thread-safe; one thread may read. */
final class AgentFrames implements AutoCloseable {
    /** The largest message. */
    static final int MAX_BYTES = 8 << 20;

    /** The largest message before the other side has proved itself. */
    static final int MAX_GREETING_BYTES = 4096;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    AgentFrames(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    /** How long to wait for each part of a message. */
    void patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    void write(JsonNode message) throws IOException {
        byte[] bytes = message.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new IOException("a message of " + bytes.length + " bytes is too large");
        }
        synchronized (out) {
            out.writeInt(bytes.length);
            out.write(bytes);
            out.flush();
        }
    }

    /**
     * The next message.
     *
     * @throws IOException if there is none in time, or it is too large or no JSON
     */
    JsonNode read(int maxBytes) throws IOException {
        int length = in.readInt();
        if (length < 2 || length > maxBytes) {
            throw new IOException("a message of " + length + " bytes is refused: it may have 2 to " + maxBytes);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("the connection ended within a message");
        }
        try {
            return JSON.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new IOException("a message is not JSON", e);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
