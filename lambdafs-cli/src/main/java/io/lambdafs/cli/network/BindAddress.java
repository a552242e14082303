package io.lambdafs.cli.network;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The one address of this machine at which all components of a stack listen that others may have to reach.
 *
 * <p>ZooKeeper and DataNodes ask nobody who they are. So an address that is not a loopback one is taken only from a user who says
 * that the network is to be trusted.
 *
 * @param text four numbers with dots between them: a name could come to mean another address later
 */
public record BindAddress(String text) {
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");

    /** What only this machine's programs reach. */
    public static final BindAddress LOOPBACK = new BindAddress("127.0.0.1");

    /**
     * An address.
     *
     * @throws IllegalArgumentException with a sentence for the user, if it is none that others can connect to
     */
    public BindAddress {
        requireNonNull(text, "text");
        if (!IPV4.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "--bind-address must be an IPv4 address of this machine such as 172.17.0.1, not " + text);
        }
        if (text.equals("0.0.0.0")) {
            throw new IllegalArgumentException(
                    "others cannot connect to --bind-address 0.0.0.0: name one address of this machine");
        }
    }

    /** Whether only this machine's programs reach it. */
    public boolean isLoopback() {
        return toInetAddress().isLoopbackAddress();
    }

    /**
     * An address that somebody asks for.
     *
     * @param networkIsTrusted whether the user says that everybody who reaches the address may do anything
     * @throws IllegalArgumentException with a sentence for the user, if it is no address, or one that needs trust
     */
    public static BindAddress asked(String text, boolean networkIsTrusted) {
        BindAddress address = new BindAddress(text);
        if (!address.isLoopback() && !networkIsTrusted) {
            throw new IllegalArgumentException("--bind-address " + text + " is refused: " + address.danger()
                    + " If you trust everybody in that network, add --trust-network.");
        }
        return address;
    }

    /** What an address means that is not a loopback one. */
    public String danger() {
        return "Everybody who reaches " + text
                + " can read, change and delete all files. ZooKeeper and the DataNodes authenticate"
                + " nobody, and nothing is encrypted.";
    }

    /** For sockets. */
    public InetAddress toInetAddress() {
        try {
            // Nothing is looked up: the text is an address.
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
