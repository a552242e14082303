package io.lambdafs.openwhisk.action;

import com.sun.net.httpserver.Headers;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells calls that a script of a web page may have made, in a browser on the same machine. A server that asks for no secret must not take
 * these. A browser says where a script comes from; if the page has its own name resolve to this machine, the call names that host.
 */
final class WebPages {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private WebPages() {}

    static boolean mayHaveSent(Headers headers) {
        return headers.containsKey("Origin") || !namesThisMachine(headers.getFirst("Host"));
    }

    private static boolean namesThisMachine(@Nullable String host) {
        return host != null
                && THIS_MACHINE.contains(host.toLowerCase(Locale.ROOT).replaceFirst(":\\d{1,5}$", ""));
    }
}
