package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.store.sql.embedded.OtherReleases;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The one PostgreSQL server of a test JVM: started when first asked for, stopped and removed when the JVM ends.
 *
 * <p>With the system properties {@code lambdafs.test.postgres.url}, {@code .user} and {@code .password} the tests use a
 * server that runs already instead; the URL has to have a parameter, such as {@code ?sslmode=disable}. With
 * {@code lambdafs.test.postgres.major} the programs on the class path are of that major version.
 */
final class TestServer {
    private static final String GIVEN = "lambdafs.test.postgres.";
    private static final Path HOME = Path.of("target", "test-postgres").toAbsolutePath();

    private TestServer() {}

    static StoreConfig config() {
        String url = System.getProperty(GIVEN + "url");
        if (url == null) {
            return Started.SERVER.storeConfig(12);
        }
        String user = System.getProperty(GIVEN + "user", "");
        return new StoreConfig(url, user, System.getProperty(GIVEN + "password", ""), 12, Bounds.defaults());
    }

    /** A directory for a server's data. */
    static Path newHome() {
        try {
            return Files.createTempDirectory(Files.createDirectories(HOME), "server-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void stopAndDelete(EmbeddedPostgres server, Path home) {
        server.stop();
        try (Stream<Path> files = Files.walk(home)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Initialised by the first use. What it calls is not in it: should it fail, nothing in it could be called to clean up. */
    private static final class Started {
        static final EmbeddedPostgres SERVER = start();
    }

    private static EmbeddedPostgres start() {
        Path home = newHome();
        String major = System.getProperty(GIVEN + "major");
        EmbeddedPostgres server = major == null ? EmbeddedPostgres.at(home) : OtherReleases.at(home, major);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndDelete(server, home)));
        server.start(0);
        if (major != null) {
            requireMajor(home, major);
        }
        return server;
    }

    private static void requireMajor(Path home, String expected) {
        try {
            String actual = Files.readString(home.resolve("pgdata").resolve("PG_VERSION"))
                    .trim();
            if (!actual.equals(expected)) {
                throw new IllegalStateException("PostgreSQL " + actual + " is on the class path, not " + expected);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
