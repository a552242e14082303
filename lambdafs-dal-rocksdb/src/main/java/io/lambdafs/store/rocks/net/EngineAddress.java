package io.lambdafs.store.rocks.net;

import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Where an engine listens: a Unix domain socket, {@code unix:/ABSOLUTE/PATH}, or a TCP port, {@code HOST:PORT}. */
public final class EngineAddress {
    /** The longest path of a Unix domain socket. The kernel has 108 bytes for it, and the last one is zero. */
    public static final int MOST_PATH_BYTES = 107;

    private static final String UNIX = "unix:";
    private static final int MOST_PORT = 65_535;

    private final String host;
    private final int port;
    private final Optional<Path> path;

    private EngineAddress(String host, int port, Optional<Path> path) {
        this.host = host;
        this.port = port;
        this.path = path;
    }

    /**
     * Reads an address. An IPv6 host is in brackets: {@code [::1]:4000}. Port 0 lets a server choose a free port.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong and what is expected
     */
    public static EngineAddress parse(String text) {
        return text.startsWith(UNIX) ? unix(text.substring(UNIX.length())) : tcp(text);
    }

    /** The address of a TCP port; the host is a name or an IP address without brackets. */
    static EngineAddress tcp(String host, int port) {
        return new EngineAddress(host, port, Optional.empty());
    }

    private static EngineAddress unix(String text) {
        Path path = path(text);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException(
                    "the path of the socket is not absolute: \"" + text + "\"; write unix:/ABSOLUTE/PATH");
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_PATH_BYTES) {
            throw new IllegalArgumentException(
                    "the path of the socket has " + bytes + " bytes, and a Unix domain socket takes " + MOST_PATH_BYTES
                            + " at most; choose a shorter directory than that of " + text);
        }
        return new EngineAddress("", 0, Optional.of(path));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("the path of the socket cannot be one: " + e.getMessage(), e);
        }
    }

    private static EngineAddress tcp(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw malformed(text, "has no port");
        }
        return tcp(host(text, text.substring(0, colon)), port(text, text.substring(colon + 1)));
    }

    private static String host(String text, String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        if (!bracketed && host.indexOf(':') >= 0) {
            throw malformed(text, "has an IPv6 host without brackets");
        }
        if (bare.isBlank() || bare.indexOf('/') >= 0 || bare.indexOf('[') >= 0 || bare.indexOf(']') >= 0) {
            throw malformed(text, "has no host");
        }
        return bare;
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= MOST_PORT) {
                return port;
            }
            throw malformed(text, "has a port outside of 0 to " + MOST_PORT);
        } catch (NumberFormatException e) {
            throw malformed(text, "has a port that is not a number");
        }
    }

    private static IllegalArgumentException malformed(String text, String what) {
        return new IllegalArgumentException(
                "the engine's address \"" + text + "\" " + what + "; write HOST:PORT or unix:/ABSOLUTE/PATH");
    }

    /** The path of the Unix domain socket; empty for TCP. */
    public Optional<Path> path() {
        return path;
    }

    /** The host of TCP without brackets; empty for a Unix domain socket. */
    public String host() {
        return host;
    }

    /** The port of TCP; 0 for a Unix domain socket. */
    int port() {
        return port;
    }

    ProtocolFamily family() {
        if (path.isPresent()) {
            return StandardProtocolFamily.UNIX;
        }
        return host.indexOf(':') >= 0 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }

    /** The socket's address. The host's name is resolved by this call, so each connect follows a change of the name. */
    SocketAddress resolve() {
        return path.<SocketAddress>map(UnixDomainSocketAddress::of).orElseGet(() -> new InetSocketAddress(host, port));
    }

    /** The same address with another port, if it is one of TCP. */
    EngineAddress withPort(int other) {
        return path.isPresent() ? this : tcp(host, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EngineAddress that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return path.map(place -> UNIX + place)
                .orElseGet(() -> (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port);
    }
}
