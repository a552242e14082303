package io.lambdafs.store.sql;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one PostgreSQL server of a test JVM: started when first asked for, stopped and removed when the JVM ends. */
final class TestServer {
    private static final Path HOME = Path.of("target", "test-postgres").toAbsolutePath();

    private TestServer() {}

    static StoreConfig config() {
        return Started.SERVER.storeConfig(12);
    }

    /** Initialised by the first use. */
    private static final class Started {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                Path home = Files.createTempDirectory(Files.createDirectories(HOME), "server-");
                EmbeddedPostgres server = EmbeddedPostgres.at(home);
                Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
                server.start(0);
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
