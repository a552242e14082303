package io.lambdafs.testkit.ndb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A management server of NDB, to be asked in its own protocol of text lines how the data nodes are. */
final class ManagementServer {
    private static final int BOUND_MILLIS = 2_000;

    private final int port;

    ManagementServer(int port) {
        this.port = port;
    }

    /** Whether it says that a node has started; not if it does not answer. */
    boolean saysStarted(int node) {
        try {
            return status().contains("node." + node + ".status: STARTED");
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether it answers. */
    boolean answers() {
        try {
            return !status().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private List<String> status() throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(BOUND_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BOUND_MILLIS);
            socket.getOutputStream().write("get status\n\n".getBytes(US_ASCII));
            BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
            List<String> lines = new ArrayList<>();
            for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
                lines.add(line);
            }
            return lines;
        }
    }
}
