package io.lambdafs.openwhisk.platform.rest;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that name another host than this one.
 *
 * <p>A web page can have its own name resolve to 127.0.0.1, and then its scripts reach this server as if it were the
 * page's. The browser still sends the page's name in {@code Host}. So a name is accepted only if it is
 * {@code localhost} or the address that the server was configured to bind. An address is accepted if it is a loopback
 * one, or the one at which the connection arrived.
 */
final class HostCheck {
    private static final int MISDIRECTED = 421;
    private static final int BAD_REQUEST = 400;
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.%]{2,64}]|[^\\[\\]:/@\\s]{1,255})(?::\\d{1,5})?");
    /** No other text may reach the resolver, which would ask the network for a name. */
    private static final Pattern IPV4 = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");

    private final String bound;
    private final boolean anyName;

    /** For a server that is configured to bind this address or name. */
    HostCheck(String bound) {
        this(bound, false);
    }

    private HostCheck(String bound, boolean anyName) {
        this.bound = bare(bound);
        this.anyName = anyName;
    }

    /** For a server over TLS: a browser has found the name in the server's certificate before it sends a request. */
    static HostCheck ofAnyName(String bound) {
        return new HostCheck(bound, true);
    }

    /**
     * Checks the values of the header, and the authority of the request line where it has one.
     *
     * @throws RestException with 400 if there is not exactly one host, and with 421 if it is another
     */
    void require(@Nullable List<String> headers, @Nullable String authority, InetAddress local) {
        if (headers == null || headers.size() != 1) {
            throw new RestException(BAD_REQUEST, "The request must have exactly one Host header.");
        }
        requireOurs(headers.get(0), local);
        if (authority != null) {
            requireOurs(authority, local);
        }
    }

    private void requireOurs(String value, InetAddress local) {
        Matcher host = HOST.matcher(value.strip().toLowerCase(Locale.ROOT));
        if (!host.matches() || !isOurs(bare(host.group(1)), local)) {
            throw new RestException(
                    MISDIRECTED,
                    "The request is for another host than this platform. Use localhost, a loopback address, or the"
                            + " address that the platform is bound to.");
        }
    }

    private boolean isOurs(String host, InetAddress local) {
        if (host.equals("localhost") || host.equals(bound)) {
            return true;
        }
        if (!IPV4.matcher(host).matches() && host.indexOf(':') < 0) {
            return anyName;
        }
        try {
            // An address only: nothing is looked up.
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || address.equals(local);
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /* Without the brackets of an IPv6 address and the dot of a complete name. */
    private static String bare(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        if (lower.startsWith("[") && lower.endsWith("]")) {
            return lower.substring(1, lower.length() - 1);
        }
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
