package io.lambdafs.cli.security;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a PostgreSQL server as a stack in secure mode uses it: over a network, statements are encrypted, and the server shows a
 * certificate of its host. On loopback nobody but root listens.
 */
public final class PostgresUrl {
    private static final Pattern FORM = Pattern.compile("jdbc:postgresql://([^/?]+)/[^?]*(?:\\?(.*))?");
    private static final Pattern LOOPBACK =
            Pattern.compile("(?:localhost|127(?:\\.\\d{1,3}){3}|\\[::1])(?::\\d{1,5})?");
    private static final String MODE = "sslmode=";
    private static final String VERIFIED = MODE + "verify-full";

    private PostgresUrl() {}

    /**
     * The URL with what secure mode adds to it. URLs of other stores, of servers on loopback, and those that ask for {@code
     * sslmode=verify-full} themselves stay as they are.
     *
     * @param authorities the certificates that a server's may come from
     * @throws IllegalArgumentException with a sentence for the user, if the URL asks for less
     */
    public static String inSecureMode(String url, Path authorities) {
        Matcher matcher = FORM.matcher(url);
        if (!matcher.matches() || isLoopback(matcher.group(1))) {
            return url;
        }
        Optional<String> mode = parameters(matcher.group(2)).stream()
                .filter(parameter -> parameter.startsWith(MODE))
                .reduce((first, last) -> last);
        if (mode.isEmpty()) {
            return verified(url, authorities);
        }
        if (!mode.get().equals(VERIFIED)) {
            throw new IllegalArgumentException(
                    "in secure mode statements to PostgreSQL on another machine are encrypted, and"
                            + " the server is known by its certificate: leave " + mode.get()
                            + " out of --store, for a certificate of"
                            + " the stack's authority, or write " + VERIFIED + "&sslrootcert=FILE");
        }
        return url;
    }

    /** The URL, which says nothing of encryption yet, for a server with a certificate of these authorities. */
    static String verified(String url, Path authorities) {
        String file = URLEncoder.encode(authorities.toString(), StandardCharsets.UTF_8);
        return url + (url.contains("?") ? "&" : "?") + VERIFIED + "&sslrootcert=" + file;
    }

    private static boolean isLoopback(String hosts) {
        return Arrays.stream(hosts.split(",", -1))
                .allMatch(host -> LOOPBACK.matcher(host).matches());
    }

    private static List<String> parameters(@Nullable String query) {
        return query == null ? List.of() : List.of(query.split("&", -1));
    }
}
