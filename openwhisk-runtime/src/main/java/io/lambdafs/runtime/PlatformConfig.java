package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * How an instance reaches the platform that runs it, to have other functions help.
 *
 * @param url of the REST interface
 * @param key {@code uuid:key}; never printed
 */
record PlatformConfig(URI url, String key) {
    static final String URL = "LAMBDAFS_PLATFORM_URL";
    static final String KEY = "LAMBDAFS_PLATFORM_AUTH";

    PlatformConfig {
        requireNonNull(key, "key");
        if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme())) {
            throw new IllegalArgumentException(URL + " must be an http or https URL, not " + url);
        }
    }

    /** Reads the environment; empty where no platform is named: then nobody helps. */
    static Optional<PlatformConfig> of(Map<String, String> environment) {
        String url = environment.getOrDefault(URL, "");
        return url.isEmpty()
                ? Optional.empty()
                : Optional.of(new PlatformConfig(URI.create(url), environment.getOrDefault(KEY, "")));
    }

    @Override
    public String toString() {
        return "PlatformConfig[" + url + "]";
    }
}
