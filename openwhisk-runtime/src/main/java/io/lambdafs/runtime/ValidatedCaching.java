package io.lambdafs.runtime;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.RoutedRequests;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.coherence.Waiting;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.namenode.validate.BriefMembership;
import io.lambdafs.namenode.validate.ValidatedReads;
import io.lambdafs.namenode.validate.ValidatingParts;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;

/** Keeps metadata in a cache, which is validated by the store's change feed with each request. */
final class ValidatedCaching implements CachingMode {
    private final ValidatingParts parts;
    private final InstanceThreads threads;
    private final int deployments;

    /**
     * Without these rules of the protocol: none are left out but by tests.
     *
     * @throws StoreException of kind INCOMPATIBLE if the store has no change feed
     */
    ValidatedCaching(
            CacheConfig config,
            ProtocolRules rules,
            CoherentCaching.Ports ports,
            InstanceIdentity self,
            InstanceThreads threads) {
        this.threads = threads;
        this.deployments = config.deployments();
        ChangeFeed feed = feedOf(ports.store());
        parts = ValidatingParts.of(
                config.parts(rules),
                feed,
                self,
                new Incarnations.Dependencies(ports.store(), ports.coordinator(), threads.later(), System::nanoTime),
                Waiting.onThreads());
    }

    static ChangeFeed feedOf(MetadataStore store) {
        return store.changeFeed()
                .orElseThrow(() -> new StoreException(
                        StoreException.Kind.INCOMPATIBLE,
                        CacheConfig.MODE + "=validate needs a store with a change feed, such as rocks://HOST:PORT,"
                                + " and this store has none: use another store, or " + CacheConfig.MODE + "=lambdafs"));
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
        DirectoryTimes unmarked = new DirectoryTimes(
                runner, parts.incarnations(), parts.cache(), parts.feed(), ValidatedCaching::refuse, ProtocolRules.ALL);
        ReadAhead ahead = new ReadAhead(runner, parts.cache(), parts.feed(), threads.background(), System::nanoTime);
        return new ValidatedReads(
                parts.feed(),
                new CachedReads(runner, parts.cache(), parts.feed(), () -> true, unmarked, ahead, System::nanoTime));
    }

    /* The feed tells of all times, so no directory is ever marked. */
    private static void refuse(Runnable marking) {
        throw new RejectedExecutionException("rows are not marked in this mode");
    }

    @Override
    public RequestHandler noticing(RequestHandler unrouted) {
        RequestHandler handler = new RoutedRequests(unrouted, deployments);
        BriefMembership membership = parts.membership();
        return new RequestHandler() {
            @Override
            public ResponseEnvelope handle(RequestEnvelope request) {
                membership.begun();
                try {
                    return handler.handle(request);
                } finally {
                    membership.ended();
                }
            }

            @Override
            public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
                return handler.handleAtOnce(request);
            }

            @Override
            public boolean needsRefresh(RequestEnvelope request) {
                return handler.needsRefresh(request);
            }

            @Override
            public boolean refresh() {
                return handler.refresh();
            }

            @Override
            public boolean isShortRead(RequestEnvelope request) {
                return handler.isShortRead(request);
            }
        };
    }

    /** The platform may freeze the instance as soon as it has answered. */
    @Override
    public boolean worksInBackground() {
        return false;
    }

    @Override
    public void start() {
        // It is a member while it writes.
    }

    @Override
    public void rest() {
        parts.incarnations().rest();
    }

    @Override
    public Map<String, Long> figures() {
        Map<String, Long> figures = new HashMap<>(parts.cache().stats().figures());
        figures.put("feed-questions", parts.feed().questions());
        figures.put("feed-restarts", parts.feed().restarts());
        return figures;
    }

    @Override
    public void addTo(NameNodeMetrics metrics) {
        metrics.cache(parts.cache().stats());
    }

    @Override
    public void close() {
        parts.incarnations().close();
    }
}
