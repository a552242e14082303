package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.net.EngineAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The URLs of the embedded store: a directory for an engine in this process, or the address of an engine in another one. */
final class StoreUrl {
    private static final String SCHEME = "rocks:";
    private static final String UNIX = "rocks+unix:";
    private static final String TCP = "rocks://";
    private static final String TLS = "rocks+tls://";
    private static final String AUTHORITIES = "?authorities=";
    private static final String FORMS = "write rocks:DIRECTORY, rocks+unix:/ABSOLUTE/PATH, rocks://HOST:PORT or"
            + " rocks+tls://HOST:PORT?authorities=FILE";

    private StoreUrl() {}

    static boolean accepts(String url) {
        return url.startsWith(SCHEME) || url.startsWith(UNIX) || url.startsWith(TLS);
    }

    /**
     * Where the engine listens, if it is one of another process.
     *
     * @throws StoreException of kind INCOMPATIBLE if the URL is malformed
     */
    static Optional<EngineAddress> address(String url) {
        try {
            if (url.startsWith(UNIX)) {
                return Optional.of(EngineAddress.parse("unix:" + url.substring(UNIX.length())));
            }
            if (url.startsWith(TLS)) {
                return Optional.of(
                        EngineAddress.parse(url.substring(TLS.length()).replaceFirst("\\?.*$", "")));
            }
            return url.startsWith(TCP)
                    ? Optional.of(EngineAddress.parse(url.substring(TCP.length())))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw malformed(url, e.getMessage(), e);
        }
    }

    /**
     * The file with the certificates of the authorities that an engine's certificate may come from, if connections to it are encrypted.
     *
     * @throws StoreException of kind INCOMPATIBLE if the URL is malformed
     */
    static Optional<Path> authorities(String url) {
        if (!url.startsWith(TLS)) {
            return Optional.empty();
        }
        int start = url.indexOf(AUTHORITIES);
        String file = start < 0 ? "" : url.substring(start + AUTHORITIES.length());
        if (file.isBlank()) {
            throw malformed(url, "it names no file with authorities", new IllegalArgumentException(url));
        }
        try {
            return Optional.of(Path.of(URLDecoder.decode(file, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            throw malformed(url, e.getMessage(), e);
        }
    }

    /**
     * The directory of an engine in this process.
     *
     * @throws StoreException of kind INCOMPATIBLE if the URL is malformed
     */
    static Path directory(String url) {
        String text = url.substring(SCHEME.length());
        if (text.isBlank()) {
            throw malformed(url, "it names no directory", new IllegalArgumentException(url));
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw malformed(url, e.getMessage(), e);
        }
    }

    private static StoreException malformed(String url, @Nullable String why, Exception cause) {
        return new StoreException(
                Kind.INCOMPATIBLE, "the store's URL " + url + " is malformed (" + why + "): " + FORMS, cause);
    }
}
