package io.lambdafs.openwhisk.platform.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.random.RandomGenerator;

/**
 * Finds free ports for instances. They come from a range of their own, because a port of the ephemeral range could
 * become the local port of any connection before the instance has bound it.
 */
final class PortAllocator {
    private final int from;
    private final int count;
    private int next;

    /** Begins anywhere in the range, so that two platforms on one machine rarely try the same port at once. */
    PortAllocator(int from, int to, RandomGenerator random) {
        this.from = from;
        this.count = to - from + 1;
        this.next = random.nextInt(count);
    }

    synchronized int allocate() throws IOException {
        for (int tried = 0; tried < count; tried++) {
            int port = from + next;
            next = (next + 1) % count;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port in " + from + ".." + (from + count - 1));
    }

    /** 127.0.0.1, also where the host prefers ::1. */
    static InetAddress loopback() throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, loopback())) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
