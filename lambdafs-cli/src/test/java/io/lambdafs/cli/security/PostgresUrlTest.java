package io.lambdafs.cli.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.cli.certificate.HostNames;
import io.lambdafs.cli.certificate.SecurityDirectory;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PostgresUrlTest {
    private static final Path AUTHORITIES = Path.of("/data/security of a stack/ca.crt");
    private static final String ADDED = "sslmode=verify-full&sslrootcert=%2Fdata%2Fsecurity+of+a+stack%2Fca.crt";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:5432/lambdafs",
                "jdbc:postgresql://localhost/lambdafs?sslmode=disable",
                "jdbc:postgresql://[::1]:5432,localhost:5433/lambdafs",
                "jdbc:postgresql://db.example/lambdafs?sslmode=verify-full&sslrootcert=mine.crt",
                "rocks://db.example:25432",
                "ndb://db.example:1186/lambdafs"
            })
    void urls_thatNeedNothing_stayAsTheyAre(String url) {
        assertThat(PostgresUrl.inSecureMode(url, AUTHORITIES)).isEqualTo(url);
    }

    @Test
    void serversElsewhere_areKnownByCertificatesOfTheStacksAuthority() {
        String url = "jdbc:postgresql://db.example:5432/lambdafs";
        assertThat(PostgresUrl.inSecureMode(url, AUTHORITIES)).isEqualTo(url + "?" + ADDED);
        assertThat(PostgresUrl.inSecureMode(url + "?connectTimeout=5", AUTHORITIES))
                .isEqualTo(url + "?connectTimeout=5&" + ADDED);
        assertThat(PostgresUrl.inSecureMode("jdbc:postgresql://localhost,db.example/lambdafs", AUTHORITIES))
                .endsWith(ADDED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"disable", "prefer", "require", "verify-ca"})
    void less_isRefused(String mode) {
        assertThatThrownBy(() -> PostgresUrl.inSecureMode(
                        "jdbc:postgresql://db.example/lambdafs?sslmode=verify-full&sslmode=" + mode, AUTHORITIES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leave sslmode=" + mode + " out");
    }

    @Test
    void serverWithoutACertificate_isNotTalkedTo() throws Exception {
        SecurityDirectory certificates = new SecurityDirectory(directory.resolve("security"), InstantSource.system());
        certificates.prepare(HostNames.of("127.0.0.1"));
        EmbeddedPostgres server = EmbeddedPostgres.at(directory.resolve("postgres"));
        server.start(0);
        try {
            StoreConfig plain = server.storeConfig(1);
            String url = plain.url().substring(0, plain.url().indexOf('?'));
            open(plain, plain.url());
            assertThatThrownBy(() -> open(plain, PostgresUrl.verified(url, certificates.authorities())))
                    .isInstanceOf(StoreException.class)
                    .hasStackTraceContaining("does not support SSL");
        } finally {
            server.stop();
        }
    }

    private static void open(StoreConfig config, String url) {
        StoreConfig changed =
                new StoreConfig(url, config.user(), config.password(), config.maxConnections(), config.bounds());
        try (MetadataStore store = Stores.open(changed)) {
            assertThat(store.registerWriter("test")).isNotNull();
        }
    }
}
