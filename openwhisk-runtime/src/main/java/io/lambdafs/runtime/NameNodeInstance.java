package io.lambdafs.runtime;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.container.Readiness;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.rpc.ClientOffer;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One NameNode and its life. It opens the store and contacts the coordinator as soon as the process starts. The rest
 * follows once the platform has said which deployment this is and the first request needs it. Thread-safe.
 */
final class NameNodeInstance implements RequestHandler, AutoCloseable {
    private static final Duration OPEN_BOUND = Duration.ofSeconds(15);

    private final FunctionConfig config;
    private final ProtocolRules rules;
    private final InstanceThreads threads;
    private final StoreOpening store;
    private final CoordinationOpening coordination;
    private final TracingOpening tracing;
    private final InstanceOpening opening;
    private volatile OptionalInt deployment = OptionalInt.empty();
    private volatile @Nullable Assembly assembly;
    private volatile @Nullable ReportFile report;
    private volatile @Nullable Assembly rehearsal;
    private volatile boolean retired;

    private NameNodeInstance(FunctionConfig config, ProtocolRules rules) {
        this.config = config;
        this.rules = rules;
        this.threads = new InstanceThreads(config.requestThreads());
        this.store = new StoreOpening(config.store(), threads.background());
        this.tracing = TracingOpening.begin(config.tracing(), threads.background());
        this.coordination = CoordinationOpening.begin(config.coordinator());
        this.opening = new InstanceOpening(() -> assembled(OPEN_BOUND), threads.background());
    }

    /**
     * Starts what can be started before it is known which deployment this is. Returns at once.
     *
     * @param rules all, but in tests that show that a rule is needed
     */
    static NameNodeInstance prepare(FunctionConfig config, ProtocolRules rules) {
        return new NameNodeInstance(config, rules);
    }

    /** Becomes an instance of this deployment. */
    void join(int number) {
        rehearsal = null;
        deployment = OptionalInt.of(number);
        opening.begin();
    }

    /**
     * Whether it has its store, and is to serve this namespace; otherwise arranges that this is tried again. Does not
     * wait.
     */
    Readiness readiness() {
        return assembly != null ? Readiness.READY : opening.state();
    }

    /**
     * Has the clients that are connected go elsewhere, connects to no more, and waits until what they have asked is answered.
     *
     * @param bound how long it waits at the most
     */
    void retire(Duration bound) {
        retired = true;
        Assembly parts = assembly;
        if (parts != null) {
            parts.connections().retireAll();
            threads.awaitNoRequests(bound);
        }
    }

    /** Answers what came with an activation. */
    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        Assembly parts;
        try {
            parts = assembled(OPEN_BOUND);
        } catch (StoreException e) {
            ErrorCode code = e.kind().retriable() ? ErrorCode.STORE_UNAVAILABLE : ErrorCode.INTERNAL;
            return ResponseEnvelope.failure(request.id(), code, String.valueOf(e.getMessage()));
        } catch (WrongDeploymentsException e) {
            return ResponseEnvelope.failure(request.id(), ErrorCode.WRONG_DEPLOYMENTS, String.valueOf(e.getMessage()))
                    .telling(0, e.recorded());
        }
        return parts.activated(() -> parts.entrance().handle(request));
    }

    @Override
    public boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
        Assembly parts = assembly;
        return parts != null && parts.entrance().mayBeCalledBack(request, answer);
    }

    /**
     * Removes files of a detached directory for another instance; returns how many.
     *
     * @throws StoreException if they were not removed
     * @throws WrongDeploymentsException if this instance divides the namespace differently
     */
    int remove(RemovalBatch batch) {
        Assembly parts = assembled(OPEN_BOUND);
        return parts.activated(() -> parts.remove(batch));
    }

    /**
     * Answers a read as if it were a member, without becoming one or keeping anything of it. Before {@link #join} only.
     *
     * @throws StoreException if the store cannot be reached
     */
    ResponseEnvelope rehearse(RequestEnvelope read) {
        Assembly parts = rehearsal;
        if (parts == null) {
            // Of any deployment: it is never started, and so no other instance hears of it.
            parts = assembly(store.get(OPEN_BOUND), 0);
            rehearsal = parts;
        }
        return parts.handler().handle(read);
    }

    /**
     * Goes on to rehearse in the background until {@link #join}: reads from the cache, with everything around it in memory.
     * Returns at once.
     */
    void rehearseReads() {
        if (config.cache().mode() == CacheConfig.Mode.LAMBDAFS) {
            threads.background().execute(this::rehearseInBackground);
        }
    }

    private void rehearseInBackground() {
        try {
            int unused = StageRehearsal.run(config, rules, threads, () -> deployment.isEmpty());
        } catch (MalformedEnvelopeException | RuntimeException e) {
            System.err.println("function instance: it is slower at first, because its rehearsal failed: " + e);
        }
    }

    /** Opens a TCP connection to the client of this offer, unless there is one. Returns at once. */
    void connectBack(ClientOffer offer) {
        Assembly parts = assembly;
        if (parts != null && !retired) {
            parts.connections().connectIfAbsent(offer);
        }
    }

    /** What it has counted, in Prometheus' text format; nothing before it is a NameNode. */
    String metrics() {
        Assembly parts = assembly;
        return parts == null ? "" : parts.metrics();
    }

    /** Whether so many of the latest requests were writes that another instance of this deployment would not help. */
    boolean hasManyWrites() {
        Assembly parts = assembly;
        return parts != null && parts.load().hasManyWrites();
    }

    private Assembly assembled(Duration bound) {
        Assembly parts = assembly;
        return parts != null ? parts : assemble(store.get(bound));
    }

    private synchronized Assembly assemble(MetadataStore opened) {
        Assembly parts = assembly;
        if (parts == null) {
            int number = deployment.orElseThrow(() -> new IllegalStateException("/run came before /init"));
            parts = assembly(opened, number);
            assembly = parts;
            parts.start();
            report(config.reportDirectory(), parts);
        }
        return parts;
    }

    private Assembly assembly(MetadataStore opened, int number) {
        ClusterAgreement.of(config).require(opened);
        long pid = ProcessHandle.current().pid();
        InstanceIdentity self = new InstanceIdentity(number, InstanceName.of(pid, System.getenv()), pid);
        CoherentCaching.Ports ports = new CoherentCaching.Ports(opened, coordination.get(opened));
        return Assembly.of(
                config,
                self,
                new Assembly.Dependencies(opened, ports.coordinator(), keeping(self, ports), threads, tracing.get()));
    }

    private CachingMode keeping(InstanceIdentity self, CoherentCaching.Ports ports) {
        CacheConfig cache = config.cache();
        return switch (cache.mode()) {
            case STATELESS -> new NoCaching(ports, self, threads);
            case LAMBDAFS -> new CoherentCaching(cache, rules, ports, self, threads);
            case VALIDATE -> new ValidatedCaching(cache, rules, ports, self, threads);
        };
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
        coordination.close();
        store.close();
        tracing.close();
        threads.close();
    }
}
