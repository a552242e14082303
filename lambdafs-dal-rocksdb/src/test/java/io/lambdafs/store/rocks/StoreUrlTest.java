package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.net.EngineAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The four forms of the embedded store's URL, and what is none. */
final class StoreUrlTest {
    @Test
    void forms_areRead() {
        assertThat(StoreUrl.address("rocks:/a/b")).isEmpty();
        assertThat(StoreUrl.directory("rocks:/a/b")).isEqualTo(Path.of("/a/b"));
        assertThat(StoreUrl.address("rocks+unix:/a/b")).contains(EngineAddress.parse("unix:/a/b"));
        assertThat(StoreUrl.address("rocks://host:12")).contains(EngineAddress.parse("host:12"));
        assertThat(StoreUrl.authorities("rocks://host:12")).isEmpty();
        String encrypted = "rocks+tls://host:12?authorities=%2Fa+b%2Fca.crt";
        assertThat(StoreUrl.address(encrypted)).contains(EngineAddress.parse("host:12"));
        assertThat(StoreUrl.authorities(encrypted)).contains(Path.of("/a b/ca.crt"));
    }

    @Test
    void others_areNotAccepted() {
        assertThat(Stream.of("rocks:a", "rocks+unix:/a", "rocks://h:1", "rocks+tls://h:1"))
                .allMatch(StoreUrl::accepts);
        assertThat(Stream.of("jdbc:postgresql://h/d", "rocks", "rocks+tcp://h:1", "ndb://h"))
                .noneMatch(StoreUrl::accepts);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks:",
                "rocks+unix:relative",
                "rocks+unix:",
                "rocks://host",
                "rocks://:1",
                "rocks://h:99999",
                "rocks+tls://h:1",
                "rocks+tls://h:1?authorities=",
                "rocks+tls://h?authorities=ca.crt"
            })
    void malformed_isRefused_withTheForms(String url) {
        StoreConfig config = new StoreConfig(url, "", "a secret that is long enough", 1, Bounds.defaults());
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> new RocksStoreProvider().open(config));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused)
                .hasMessageContaining("write rocks:DIRECTORY, rocks+unix:/ABSOLUTE/PATH, rocks://HOST:PORT or"
                        + " rocks+tls://HOST:PORT?authorities=FILE");
    }

    @Test
    void nobodyThere_isUnavailable() {
        Bounds bounds = new Bounds(Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofMillis(200));
        StoreConfig config =
                new StoreConfig("rocks+unix:/nobody/is/here", "", "a secret that is long enough", 1, bounds);
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> new RocksStoreProvider().open(config));
        assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("/nobody/is/here");
    }
}
