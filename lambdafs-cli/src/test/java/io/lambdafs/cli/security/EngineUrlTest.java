package io.lambdafs.cli.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What secure mode makes of an engine's URL. */
final class EngineUrlTest {
    private static final Path AUTHORITIES = Path.of("/data/security of a stack/ca.crt");
    private static final String ADDED = "?authorities=%2Fdata%2Fsecurity+of+a+stack%2Fca.crt";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocks://127.0.0.1:25432",
                "rocks://localhost:25432",
                "rocks://[::1]:25432",
                "rocks+unix:/srv/store.sock",
                "rocks+tls://db.example:25432?authorities=mine.crt",
                "jdbc:postgresql://db.example/lambdafs",
                "ndb://db.example:1186/lambdafs"
            })
    void urls_thatNeedNothing_stayAsTheyAre(String url) {
        assertThat(EngineUrl.inSecureMode(url, AUTHORITIES)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocks://db.example:25432", "rocks+tls://db.example:25432"})
    void enginesElsewhere_areKnownByCertificatesOfTheStacksAuthority(String url) {
        assertThat(EngineUrl.inSecureMode(url, AUTHORITIES)).isEqualTo("rocks+tls://db.example:25432" + ADDED);
    }

    @Test
    void ownEngine_isEncryptedOverTcpOnAnyAddress_andNotOverASocket() {
        assertThat(EngineUrl.encrypted("rocks://127.0.0.1:25432", AUTHORITIES))
                .isEqualTo("rocks+tls://127.0.0.1:25432" + ADDED);
        assertThat(EngineUrl.encrypted("rocks+unix:/srv/store.sock", AUTHORITIES))
                .isEqualTo("rocks+unix:/srv/store.sock");
    }

    @Test
    void directoriesAndSockets_areOfThisMachine() {
        assertThat(EngineUrl.isOfThisMachine("rocks:/srv/store")).isTrue();
        assertThat(EngineUrl.isOfThisMachine("rocks+unix:/srv/store.sock")).isTrue();
        assertThat(EngineUrl.isOfThisMachine("rocks://db.example:1")).isFalse();
        assertThat(EngineUrl.isOfThisMachine("rocks+tls://db.example:1?authorities=ca.crt"))
                .isFalse();
    }
}
