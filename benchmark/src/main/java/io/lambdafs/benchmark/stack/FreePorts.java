package io.lambdafs.benchmark.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Ports at which nobody listens, outside those that connections and instances get. */
final class FreePorts {
    private static final int FROM = 12_000;
    private static final int TO = 19_000;
    private static final int ATTEMPTS = 200;

    private FreePorts() {}

    static List<Integer> find(int count) throws IOException {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < ATTEMPTS && found.size() < count; i++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            if (!found.contains(port) && isFree(port)) {
                found.add(port);
            }
        }
        if (found.size() < count) {
            throw new IOException("found no free port between " + FROM + " and " + TO);
        }
        return found;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
