package io.lambdafs.runtime;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.RoutedRequests;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.coherence.CoherenceFigures;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps metadata in a cache, which the coherence protocol keeps true. */
final class CoherentCaching implements CachingMode {
    private final CoherentParts parts;
    private final InstanceThreads threads;
    private final ProtocolRules rules;
    private final int deployments;

    /** Where it writes, and how it reaches the others. */
    record Ports(MetadataStore store, Coordinator coordinator) {}

    /** Without these rules of the protocol: none are left out but by tests. */
    CoherentCaching(
            CacheConfig config, ProtocolRules rules, Ports ports, InstanceIdentity self, InstanceThreads threads) {
        this.threads = threads;
        this.deployments = config.deployments();
        this.rules = rules;
        parts = CoherentParts.of(
                config.parts(rules),
                self,
                new Incarnations.Dependencies(ports.store(), ports.coordinator(), threads.later(), System::nanoTime),
                Waiting.onThreads());
    }

    @Override
    public WriterIdentity identity() {
        return parts.incarnations();
    }

    @Override
    public WriteGate gate() {
        return parts.gate();
    }

    @Override
    public ReadPath reads(TransactionRunner runner) {
        DirectoryTimes times = new DirectoryTimes(
                runner, parts.incarnations(), parts.cache(), parts.node(), threads.background(), rules);
        ReadAhead ahead = new ReadAhead(runner, parts.cache(), parts.node(), threads.background(), System::nanoTime);
        return new CachedReads(
                runner, parts.cache(), parts.node(), parts.node()::mayServe, times, ahead, System::nanoTime);
    }

    @Override
    public RequestHandler noticing(RequestHandler unrouted) {
        RequestHandler handler = new RoutedRequests(unrouted, deployments);
        Incarnations incarnations = parts.incarnations();
        return new RequestHandler() {
            @Override
            public ResponseEnvelope handle(RequestEnvelope request) {
                incarnations.requested();
                return handler.handle(request);
            }

            @Override
            public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
                incarnations.requested();
                return handler.handleAtOnce(request);
            }
        };
    }

    @Override
    public void start() {
        parts.incarnations().start();
    }

    @Override
    public void rest() {
        parts.incarnations().rest();
    }

    @Override
    public Map<String, Long> figures() {
        CoherenceFigures coherence = parts.node().figures();
        Map<String, Long> figures = new HashMap<>(parts.cache().stats().figures());
        figures.put("lease-valid", coherence.leaseValid() ? 1L : 0L);
        figures.put("admitted", coherence.admitted() ? 1L : 0L);
        figures.put("sharers", (long) coherence.sharers());
        figures.put("rounds-led", coherence.led());
        figures.put("rounds-led-p50-micros", coherence.ledMicros().p50());
        figures.put("rounds-led-p99-micros", coherence.ledMicros().p99());
        figures.put("rounds-alone", coherence.alone());
        figures.put("rounds-failed", coherence.failed());
        figures.put("rounds-followed", coherence.followed());
        figures.put("rounds-followed-p50-micros", coherence.followedMicros().p50());
        figures.put("rounds-followed-p99-micros", coherence.followedMicros().p99());
        return figures;
    }

    @Override
    public void addTo(NameNodeMetrics metrics) {
        metrics.cache(parts.cache().stats())
                .coherence(parts.node().figures(), parts.node().metrics());
    }

    @Override
    public void close() {
        parts.incarnations().close();
    }
}
