package io.lambdafs.cli;

import io.lambdafs.cli.network.BindAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Checks that ports are free before something is started that would fail for it. */
final class Ports {
    private static final int MAX = 65535;

    private Ports() {}

    /** Refuses a number that is not a port's. */
    static int requireValid(String option, int port) {
        if (port < 1 || port > MAX) {
            throw new CliException(option + " must be between 1 and " + MAX + ", not " + port);
        }
        return port;
    }

    /** Refuses a port on which a program listens, and an address that this machine does not have. */
    static void requireFree(String what, BindAddress address, String option, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address.toInetAddress(), port));
        } catch (IOException e) {
            requireOwn(address);
            throw new CliException(
                    "port " + port + " for " + what + " is in use by another program: end that, or choose another with "
                            + option + " PORT",
                    e);
        }
    }

    private static void requireOwn(BindAddress address) {
        try (ServerSocket anyPort = new ServerSocket()) {
            anyPort.bind(new InetSocketAddress(address.toInetAddress(), 0));
        } catch (IOException e) {
            throw new CliException(
                    "this machine has no address " + address + ": give --bind-address one that it has", e);
        }
    }
}
