package io.lambdafs.store.rocks.server;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.rocks.EmbeddedEngine;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.net.Admission;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.net.EngineAddress;
import io.lambdafs.store.rocks.net.EngineServer;
import io.lambdafs.store.rocks.net.EngineTls;
import io.lambdafs.store.rocks.net.Secret;
import io.lambdafs.store.rocks.net.ServerLimits;
import io.lambdafs.store.rocks.operation.EngineMessages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** An engine that serves other processes. */
final class StoreServer implements AutoCloseable {
    private final Engine engine;
    private final EngineServer server;
    private final Optional<MetricsPage> metrics;

    private StoreServer(Engine engine, EngineServer server, Optional<MetricsPage> metrics) {
        this.engine = engine;
        this.server = server;
        this.metrics = metrics;
    }

    /** Opens the store and begins to serve it; a {@link StartException} says why not. */
    static StoreServer start(ServerArguments arguments, EngineLimits limits, Consumer<String> log) {
        Admission admission = admission(arguments, log);
        NativeLibrary.load(arguments.dataDirectory());
        Engine engine = open(arguments, limits);
        RequestCounts counts = new RequestCounts(System::nanoTime);
        Optional<MetricsPage> metrics = Optional.empty();
        try {
            metrics = arguments.metrics().map(address -> MetricsPage.open(address, new EngineMetrics(engine, counts)));
            EngineServer server = EngineServer.start(
                    arguments.address(),
                    admission,
                    limits(),
                    (connection, role) -> new EngineRequests(engine, counts, role),
                    log,
                    engine::fail);
            engine.whenSettled(server::flush);
            return new StoreServer(engine, server, metrics);
        } catch (IOException e) {
            metrics.ifPresent(MetricsPage::close);
            engine.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (StartException e) {
            engine.close();
            throw e;
        }
    }

    private static Admission admission(ServerArguments arguments, Consumer<String> log) {
        Map<ClientRole, Secret> secrets = new EnumMap<>(ClientRole.class);
        secrets.put(ClientRole.OWNER, SecretFile.read(arguments.secretFile()));
        arguments.dataNodeSecretFile().ifPresent(file -> secrets.put(ClientRole.DATANODE, SecretFile.read(file)));
        Admission plain = new Admission(secrets, Optional.empty());
        if (arguments.tls().isEmpty()) {
            return plain;
        }
        try {
            ServerArguments.TlsFiles files = arguments.tls().get();
            return plain.with(EngineTls.ofServer(files.certificate(), files.key(), log));
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Engine open(ServerArguments arguments, EngineLimits limits) {
        try {
            return EmbeddedEngine.over(RocksKeyValues.open(arguments.dataDirectory(), arguments.limits()), limits);
        } catch (StoreException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        }
    }

    private static ServerLimits limits() {
        ServerLimits usual = ServerLimits.defaults();
        return new ServerLimits(
                usual.connections(),
                usual.strangers(),
                usual.requests(),
                EngineMessages.MOST_FRAME_BYTES,
                Math.max(EngineMessages.MOST_FRAME_BYTES, usual.unsentBytes()),
                usual.handshake(),
                usual.frame(),
                usual.stall());
    }

    /** Where it listens; the port is a real one. */
    EngineAddress address() {
        return server.address();
    }

    /** Where it listens, and behind that the URL of its metrics if they can be asked for. */
    String description() {
        return address() + metrics.map(page -> " " + page.url()).orElse("");
    }

    /** Waits until the engine has ended, as it does when nobody serves its sockets any more; says why, unless it was closed. */
    Optional<String> awaitEnd() throws InterruptedException {
        return engine.awaitEnd();
    }

    /** Commits and answers what has been asked for, refuses the rest, and removes the socket. */
    @Override
    public void close() {
        metrics.ifPresent(MetricsPage::close);
        engine.close();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the store's socket could not be closed", e);
        }
    }
}
