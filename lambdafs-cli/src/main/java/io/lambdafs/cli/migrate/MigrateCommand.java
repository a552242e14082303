package io.lambdafs.cli.migrate;

import io.lambdafs.migration.MigrationException;
import io.lambdafs.migration.MigrationReport;
import io.lambdafs.migration.MigrationSettings;
import io.lambdafs.migration.StoreMigration;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.sql.embedded.EmbeddedPostgresException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Moves all metadata from one store to another, while λFS is stopped. */
@Command(
        mixinStandardHelpOptions = true,
        name = "migrate",
        description = {
            "Moves all metadata from one store to another, while λFS is stopped.",
            "Interrupted, it goes on when it is run again with the same arguments. Every row is compared afterwards.",
            "A store is named by jdbc:postgresql://HOST:PORT/DATABASE, ndb://HOST:PORT/DATABASE or rocks:DIRECTORY, or by"
                    + " the data directory of the stack that keeps it."
        })
public final class MigrateCommand implements Runnable {
    @Option(names = "--from", paramLabel = "URL", description = "The store that has the metadata.")
    private @Nullable String from;

    @Option(names = "--from-user", paramLabel = "NAME", description = "The user there.")
    private @Nullable String fromUser;

    @Option(names = "--from-password-file", paramLabel = "FILE", description = "A file with the password there.")
    private @Nullable Path fromPasswordFile;

    @Option(
            names = "--from-data-dir",
            paramLabel = "DIR",
            description = "Instead of --from: the stack whose own store has the metadata.")
    private @Nullable Path fromDataDir;

    @Option(names = "--to", paramLabel = "URL", description = "The empty store that gets the metadata.")
    private @Nullable String to;

    @Option(names = "--to-user", paramLabel = "NAME", description = "The user there.")
    private @Nullable String toUser;

    @Option(names = "--to-password-file", paramLabel = "FILE", description = "A file with the password there.")
    private @Nullable Path toPasswordFile;

    @Option(
            names = "--to-data-dir",
            paramLabel = "DIR",
            description =
                    "Instead of --to: the stack that is to keep the metadata itself. It uses that store from then on.")
    private @Nullable Path toDataDir;

    @Option(
            names = "--to-store",
            paramLabel = "STORE",
            description = "With --to-data-dir: rocks (default) or embedded-postgres.")
    private @Nullable String toStore;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Short for --from-data-dir DIR --to-data-dir DIR: a stack changes to another own store.")
    private @Nullable Path dataDir;

    @Option(
            names = "--reopen",
            description =
                    "Opens the store at --from again, which was closed because its metadata was moved. What was changed"
                            + " in the other store since then is given up.")
    private boolean reopen;

    /** UTF-8 whatever the locale says. */
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Override
    public void run() {
        if (dataDir != null) {
            fromDataDir = fromDataDir == null && from == null ? dataDir : fromDataDir;
            toDataDir = toDataDir == null && to == null && !reopen ? dataDir : toDataDir;
        }
        try {
            if (reopen) {
                reopen();
            } else {
                migrate();
            }
        } catch (StoreException | EmbeddedPostgresException e) {
            throw failure(e);
        }
    }

    private static MigrationException failure(RuntimeException cause) {
        MigrationException failure = new MigrationException(cause.getMessage()
                + "\nWhat was moved so far is kept: run this command again with the same arguments.");
        failure.initCause(cause);
        return failure;
    }

    private NamedStore source() {
        if ((from == null) == (fromDataDir == null)) {
            throw new MigrationException("say where the metadata is: either --from URL or --from-data-dir DIR");
        }
        return from != null ? NamedStore.at(from, fromUser, fromPasswordFile) : OwnPlace.present(require(fromDataDir));
    }

    private NamedStore target() {
        if ((to == null) == (toDataDir == null)) {
            throw new MigrationException("say where the metadata goes: either --to URL or --to-data-dir DIR");
        }
        if (to != null && toStore != null) {
            throw new MigrationException("--to-store belongs to --to-data-dir DIR");
        }
        return to != null
                ? NamedStore.at(to, toUser, toPasswordFile)
                : new OwnPlace(require(toDataDir), toStore == null ? OwnPlace.ROCKS : toStore);
    }

    private static Path require(@Nullable Path given) {
        if (given == null) {
            throw new IllegalStateException("checked before");
        }
        return given;
    }

    private void reopen() {
        if (to != null || toDataDir != null) {
            throw new MigrationException("--reopen is about one store: give --from URL or --from-data-dir DIR alone");
        }
        try (NamedStore place = source()) {
            StoreMigration.Side side = place.open();
            side.store().unseal();
            out.println(side.place() + " can be used again. Do not use the store to which its metadata was moved.");
        }
    }

    private void migrate() {
        try (NamedStore source = source();
                NamedStore target = target()) {
            if (source.name().equals(target.name())) {
                throw new MigrationException("source and target are the same store: " + source.name());
            }
            if (target instanceof OwnPlace own) {
                own.exclusively(() -> report(run(source, target)));
                own.use();
                out.println("The stack uses that store from now on: start it with `lambdafs start`.");
            } else {
                report(run(source, target));
                out.println("Start λFS with `--store` and the URL of that store.");
            }
        }
    }

    private MigrationReport run(NamedStore source, NamedStore target) {
        StoreMigration.Side ours = source.open();
        StoreMigration.Side theirs = target.open();
        out.println("Moving the metadata of " + ours.place() + " to " + theirs.place() + ":");
        return new StoreMigration(
                        ours,
                        theirs,
                        MigrationSettings.defaults(),
                        MigrateCommand::pause,
                        new ConsoleProgress(out, System::nanoTime))
                .run();
    }

    private void report(MigrationReport report) {
        out.println(String.format(
                Locale.ROOT,
                "%,d rows are the same in both stores; this run copied %,d of them. The old store is closed and unchanged:"
                        + " delete it when you are sure that you do not need it.",
                report.total(),
                report.copied()));
    }

    private static void pause(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
