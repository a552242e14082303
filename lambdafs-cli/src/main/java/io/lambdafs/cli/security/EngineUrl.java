package io.lambdafs.cli.security;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of an embedded store's engine as a stack in secure mode uses it: over a network, everything is encrypted, and the engine shows a
 * certificate of its host. On loopback nobody but root listens.
 */
public final class EngineUrl {
    private static final String PLAIN = "rocks://";
    private static final String ENCRYPTED = "rocks+tls://";
    private static final Pattern LOOPBACK =
            Pattern.compile("rocks://(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1]):\\d{1,5}");
    private static final Pattern WITHOUT_AUTHORITIES = Pattern.compile("rocks\\+tls://[^?]*");

    private EngineUrl() {}

    /**
     * The URL with what secure mode adds to it. URLs of other stores, of engines on loopback and of Unix domain sockets stay as they are.
     *
     * @param authorities the certificates that an engine's may come from
     */
    public static String inSecureMode(String url, Path authorities) {
        return LOOPBACK.matcher(url).matches() ? url : encrypted(url, authorities);
    }

    /** The URL of an engine with a certificate of these authorities, if it is one over TCP, on whatever address. */
    public static String encrypted(String url, Path authorities) {
        Matcher bare = WITHOUT_AUTHORITIES.matcher(url);
        if (url.startsWith(PLAIN) || bare.matches()) {
            String place = url.substring(url.indexOf("://") + "://".length());
            return ENCRYPTED + place + "?authorities="
                    + URLEncoder.encode(authorities.toString(), StandardCharsets.UTF_8);
        }
        return url;
    }

    /** Whether this is an engine of which only this machine's processes can be clients, by a directory or a socket's path. */
    public static boolean isOfThisMachine(String url) {
        return url.startsWith("rocks") && !url.startsWith(PLAIN) && !url.startsWith(ENCRYPTED);
    }
}
