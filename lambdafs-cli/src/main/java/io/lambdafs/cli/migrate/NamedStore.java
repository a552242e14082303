package io.lambdafs.cli.migrate;

import io.lambdafs.migration.MigrationException;
import io.lambdafs.migration.StoreMigration.Side;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.move.MovableStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A store that the command line names, with what opening it has started. */
interface NamedStore extends AutoCloseable {
    /** What people call it; the same in each run. */
    String name();

    /** Opens the store. Called once. */
    Side open();

    /** Closes the store, and stops what was started for it. */
    @Override
    void close();

    /** A page may take longer than a transaction of a NameNode. */
    static StoreConfig patient(String url, String user, String password) {
        Bounds bounds = new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(10));
        return new StoreConfig(url, user, password, 4, bounds);
    }

    /** The store at a URL. */
    static NamedStore at(String url, @Nullable String user, @Nullable Path passwordFile) {
        StoreConfig config = patient(url, user == null ? "" : user, password(passwordFile));
        return new NamedStore() {
            private @Nullable Side side;

            @Override
            public String name() {
                return config.place();
            }

            @Override
            public Side open() {
                Side opened = new Side(MovableStores.open(config), name());
                side = opened;
                return opened;
            }

            @Override
            public void close() {
                if (side != null) {
                    side.store().close();
                }
            }
        };
    }

    private static String password(@Nullable Path file) {
        if (file == null) {
            return "";
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new MigrationException("cannot read the password in " + file + " (" + e.getMessage() + ")");
        }
    }
}
