package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocketFactory;

/**
 * How an instance reaches the platform that runs it, to have other functions help.
 *
 * @param url of OpenWhisk's REST interface; or of a function that answers plain HTTP, with {@value #NAME} for its name
 * @param key {@code uuid:key} of OpenWhisk, or the functions' secret; never printed
 * @param truststore a file with certificates of the authorities that the platform's certificate may come from, in PEM; empty: those that
 *     Java trusts
 */
record PlatformSettings(String url, String key, String truststore) {
    static final String URL = "LAMBDAFS_PLATFORM_URL";
    static final String KEY = "LAMBDAFS_PLATFORM_AUTH";
    static final String TRUSTSTORE = "LAMBDAFS_PLATFORM_TRUSTSTORE";

    private static final String NAME = "{function}";

    PlatformSettings {
        requireNonNull(key, "key");
        requireNonNull(truststore, "truststore");
        String scheme = scheme(url);
        if (!"http".equals(scheme) && !"https".equals(scheme)) {
            throw new IllegalArgumentException(URL + " must be an http or https URL, not " + url);
        }
    }

    PlatformSettings(String url, String key) {
        this(url, key, "");
    }

    /** What connections to the platform are made with where it has a certificate of its own authorities. */
    Optional<SSLSocketFactory> sockets() {
        if (truststore.isEmpty()) {
            return Optional.empty();
        }
        try {
            Consumer<String> warnings = warning -> System.err.println("function instance: " + warning);
            return Optional.of(TlsContexts.client(Path.of(truststore), System::nanoTime, warnings)
                    .getSocketFactory());
        } catch (IOException e) {
            throw new IllegalArgumentException(TRUSTSTORE + ": " + e.getMessage(), e);
        }
    }

    private static String scheme(String url) {
        try {
            return String.valueOf(URI.create(url.replace(NAME, "namenode0")).getScheme());
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    /** Reads the environment; empty where no platform is named: then nobody helps. */
    static Optional<PlatformSettings> of(Map<String, String> environment) {
        String url = environment.getOrDefault(URL, "");
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(new PlatformSettings(
                        url, environment.getOrDefault(KEY, ""), environment.getOrDefault(TRUSTSTORE, "")));
    }

    private boolean isPlainHttp() {
        return url.contains(NAME);
    }

    /** Where a function is invoked by a POST. */
    URI function(int deployment) {
        String function = "namenode" + deployment;
        return isPlainHttp()
                ? URI.create(url.replace(NAME, function))
                : URI.create(url).resolve("/api/v1/namespaces/_/actions/" + function + "?blocking=true&result=true");
    }

    /** The header that shows the key. */
    String authorization() {
        return isPlainHttp()
                ? "Bearer " + key
                : "Basic " + Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "PlatformConfig[" + url + "]";
    }
}
