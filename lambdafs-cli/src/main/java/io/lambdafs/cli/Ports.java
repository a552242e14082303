package io.lambdafs.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that ports are free before something is started that would fail for it. */
final class Ports {
    private static final int MAX = 65535;

    private Ports() {}

    /** Refuses a number that is none of a port. */
    static int requireValid(String option, int port) {
        if (port < 1 || port > MAX) {
            throw new CliException(option + " must be between 1 and " + MAX + ", not " + port);
        }
        return port;
    }

    /** Refuses a port on which somebody listens. */
    static void requireFree(String what, String option, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new CliException(
                    "port " + port + " for " + what + " is in use by another program: end that, or choose another with "
                            + option + " PORT",
                    e);
        }
    }
}
