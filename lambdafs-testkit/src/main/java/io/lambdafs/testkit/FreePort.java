package io.lambdafs.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/**
 * A port of the loopback interface on which a server can be started, and after its death again. Systems take ports for
 * outgoing connections from 32768 on; one of those may take a free port from there first, so this one is below.
 */
public final class FreePort {
    private static final int LEAST = 10_000;
    private static final int PORTS = 22_000;
    private static final int MOST_ATTEMPTS = 100;

    private FreePort() {}

    /**
     * Picks one by chance, so that two processes that pick at the same time hardly pick the same.
     *
     * @throws IOException if none of a hundred is free
     */
    public static int pick() throws IOException {
        Random random = new Random();
        for (int attempt = 1; ; attempt++) {
            int port = LEAST + random.nextInt(PORTS);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
