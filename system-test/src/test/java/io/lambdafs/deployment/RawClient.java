package io.lambdafs.deployment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.wire.MalformedEnvelopeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Base64;
import java.util.UUID;

/** A client to which one instance may connect back. */
final class RawClient implements AutoCloseable {
    private static final int BOUND_MILLIS = 60_000;
    private static final byte[] SECRET = {4, 2};

    private final ServerSocket server;
    private final UUID client = UUID.randomUUID();

    RawClient() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        server.setSoTimeout(BOUND_MILLIS);
    }

    /** What an invocation tells an instance of this client. */
    ObjectNode offer() {
        ObjectNode offer = new ObjectMapper().createObjectNode();
        offer.put("client", client.toString());
        offer.putArray("endpoints").add("127.0.0.1:" + server.getLocalPort());
        return offer.put("secret", Base64.getUrlEncoder().encodeToString(SECRET));
    }

    /** Waits until the instance has connected. */
    FrameConnection accept() throws IOException, MalformedEnvelopeException {
        Socket socket = server.accept();
        socket.setSoTimeout(BOUND_MILLIS);
        return new FrameConnection(socket);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
