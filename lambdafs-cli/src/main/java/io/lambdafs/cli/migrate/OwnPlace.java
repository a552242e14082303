package io.lambdafs.cli.migrate;

import io.lambdafs.cli.secret.PrivateFile;
import io.lambdafs.migration.MigrationException;
import io.lambdafs.migration.StoreMigration.Side;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The store that a stack keeps in its data directory. The stack does not run; PostgreSQL is started for the migration and stopped
 * after it.
 */
final class OwnPlace implements NamedStore {
    /** Values of {@code --store} for the stores that a stack keeps itself. */
    static final String ROCKS = "rocks";

    static final String POSTGRES = "embedded-postgres";

    /** What earlier versions called the PostgreSQL of a stack, and had if nothing was saved. */
    private static final String EARLIER_POSTGRES = "embedded";

    private static final Pattern STORE = Pattern.compile("(?m)^store=(.*)$");

    private final Path data;
    private final String kind;
    private final @Nullable EmbeddedPostgres server;
    private @Nullable Side side;

    OwnPlace(Path data, String kind) {
        this.data = data.toAbsolutePath().normalize();
        this.kind = kind;
        if (!kind.equals(ROCKS) && !kind.equals(POSTGRES)) {
            throw new MigrationException("a stack keeps no store '" + kind + "' itself: use " + ROCKS + " or "
                    + POSTGRES + ", or name a store elsewhere by its URL");
        }
        requireStack(this.data);
        server = kind.equals(POSTGRES) ? EmbeddedPostgres.at(this.data.resolve("postgres")) : null;
    }

    /** The store that the stack of this directory uses now. */
    static OwnPlace present(Path data) {
        return new OwnPlace(data, savedStore(data));
    }

    private static Path settings(Path data) {
        return data.resolve("conf").resolve("stack.properties");
    }

    private static String savedStore(Path data) {
        Path file = settings(data);
        try {
            Matcher store = STORE.matcher(Files.exists(file) ? Files.readString(file) : "");
            String saved = store.find() ? store.group(1).strip() : EARLIER_POSTGRES;
            if (saved.contains(":")) {
                throw new MigrationException("the stack in " + data + " keeps its metadata elsewhere: name that store"
                        + " with --from URL, as `lambdafs start --store` named it");
            }
            return saved.equals(EARLIER_POSTGRES) ? POSTGRES : saved;
        } catch (IOException e) {
            throw new MigrationException("cannot read " + file + " (" + e.getMessage() + ")");
        }
    }

    private static void requireStack(Path data) {
        if (!Files.isRegularFile(data.resolve("VERSION"))) {
            throw new MigrationException("there is no stack in " + data + ": name the data directory of one");
        }
    }

    @Override
    public String name() {
        return kind + " in " + data;
    }

    @Override
    public Side open() {
        boolean ran = server != null && server.isRunning();
        MovableStore store = MovableStores.open(config());
        if (ran && store.seal().isEmpty() && store.mark().isEmpty()) {
            store.close();
            throw new MigrationException(
                    "the λFS in " + data + " runs: stop it with `lambdafs stop --data-dir " + data + "`");
        }
        // A server that ran all the same is what an interrupted migration has left. Nobody else knows its port.
        Side opened = new Side(store, name(), true);
        side = opened;
        return opened;
    }

    private StoreConfig config() {
        if (server == null) {
            return NamedStore.patient("rocks:" + data.resolve("store"), "", "");
        }
        server.start(0);
        StoreConfig usual = server.storeConfig(1);
        return NamedStore.patient(usual.url(), usual.user(), usual.password());
    }

    /** Makes the stack use this store when it starts again. */
    void use() {
        Path file = settings(data);
        try {
            String settings = Files.exists(file) ? Files.readString(file) : "";
            Matcher store = STORE.matcher(settings);
            PrivateFile.write(
                    file, store.find() ? store.replaceFirst("store=" + kind) : settings + "store=" + kind + "\n");
        } catch (IOException e) {
            throw new MigrationException("everything was moved, but " + file + " could not be written ("
                    + e.getMessage() + "): write store=" + kind + " there");
        }
    }

    /** Runs work while no other command changes the stack. */
    void exclusively(Runnable work) {
        try {
            Files.createDirectories(data.resolve("run"));
            try (FileChannel channel = FileChannel.open(
                            data.resolve("run").resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                if (lock == null) {
                    throw new MigrationException(
                            "another lambdafs command is at work on " + data + ": try again when it has ended");
                }
                work.run();
            }
        } catch (IOException e) {
            throw new MigrationException("cannot lock " + data + " (" + e.getMessage() + ")");
        }
    }

    @Override
    public void close() {
        if (side != null) {
            side.store().close();
        }
        if (server != null && side != null) {
            server.stop();
        }
    }
}
