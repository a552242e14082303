package io.lambdafs.runtime;

import io.lambdafs.coordinator.zk.ZooKeeperCoordinator;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One NameNode and its life: the store is opened and ZooKeeper is contacted as soon as the process starts, the rest follows
 * once the platform has said which deployment this is and the first request needs it. Thread-safe.
 */
final class NameNodeInstance implements RequestHandler, AutoCloseable {
    private static final Duration OPEN_BOUND = Duration.ofSeconds(15);

    private final FunctionConfig config;
    private final InstanceThreads threads;
    private final StoreOpening store;
    private final ZooKeeperCoordinator coordinator;
    private volatile OptionalInt deployment = OptionalInt.empty();
    private volatile @Nullable Assembly assembly;
    private volatile @Nullable ReportFile report;

    private NameNodeInstance(FunctionConfig config) {
        this.config = config;
        this.threads = new InstanceThreads(config.requestThreads());
        this.store = new StoreOpening(config.store(), threads.background());
        this.coordinator = ZooKeeperCoordinator.connect(config.zooKeeper(), config.cluster(), config.sessionTimeout());
    }

    /** Starts what can be started before it is known which deployment this is. Returns at once. */
    static NameNodeInstance prepare(FunctionConfig config) {
        return new NameNodeInstance(config);
    }

    /** Becomes an instance of this deployment. */
    void join(int number) {
        deployment = OptionalInt.of(number);
        threads.background().execute(() -> assembled(OPEN_BOUND));
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        Assembly parts;
        try {
            parts = assembled(OPEN_BOUND);
        } catch (StoreException e) {
            ErrorCode code = e.kind().retriable() ? ErrorCode.STORE_UNAVAILABLE : ErrorCode.INTERNAL;
            return ResponseEnvelope.failure(request.id(), code, String.valueOf(e.getMessage()));
        }
        return parts.nameNode().handle(request);
    }

    /** Opens a TCP connection to this client unless there is one. Returns at once. */
    void connectBack(UUID client, List<String> endpoints, byte[] secret) {
        Assembly parts = assembly;
        if (parts != null) {
            parts.connections().connectIfAbsent(client, endpoints, secret);
        }
    }

    private Assembly assembled(Duration bound) {
        Assembly parts = assembly;
        return parts != null ? parts : assemble(store.get(bound));
    }

    private synchronized Assembly assemble(MetadataStore opened) {
        Assembly parts = assembly;
        if (parts == null) {
            int number = deployment.orElseThrow(() -> new IllegalStateException("/run came before /init"));
            parts = Assembly.of(config, number, opened, coordinator, threads);
            assembly = parts;
            parts.start();
            report(config.reportDirectory(), parts);
        }
        return parts;
    }

    private void report(@Nullable Path directory, Assembly parts) {
        if (directory != null) {
            report = ReportFile.start(directory, parts::figures, threads.background());
        }
    }

    @Override
    public void close() {
        ReportFile file = report;
        if (file != null) {
            file.close();
        }
        Assembly parts = assembly;
        if (parts != null) {
            parts.close();
        }
        coordinator.close();
        store.close();
        threads.close();
    }
}
