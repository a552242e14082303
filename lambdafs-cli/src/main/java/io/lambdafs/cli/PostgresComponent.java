package io.lambdafs.cli;

import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.process.Component;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.store.sql.embedded.EmbeddedPostgresException;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The embedded PostgreSQL server, which keeps its own files with process id and log. */
final class PostgresComponent implements Component {
    private final EmbeddedPostgres server;
    private final int port;
    private final Executor executor;
    private @Nullable CompletableFuture<Void> starting;

    /** Starting it waits, so that is done on the executor. */
    PostgresComponent(EmbeddedPostgres server, int port, Executor executor) {
        this.server = server;
        this.port = port;
        this.executor = executor;
    }

    @Override
    public String name() {
        return OwnStore.EMBEDDED_POSTGRES.directory();
    }

    @Override
    public String address() {
        return isRunning() ? "127.0.0.1:" + server.port() : "";
    }

    @Override
    public OptionalLong pid() {
        return server.pid();
    }

    @Override
    public void requireStartable() {
        Ports.requireFree(name(), BindAddress.LOOPBACK, "--store-port", port);
    }

    @Override
    public void start() {
        starting = CompletableFuture.runAsync(() -> server.start(port), executor);
    }

    @Override
    public void awaitReady() {
        try {
            Objects.requireNonNull(starting, "start comes first").join();
        } catch (CompletionException e) {
            throw new CliException(
                    String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
        }
    }

    @Override
    public void stop() {
        try {
            server.stop();
        } catch (EmbeddedPostgresException e) {
            throw new CliException(String.valueOf(e.getMessage()), e);
        }
    }
}
