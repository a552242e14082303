package io.lambdafs.runtime;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.NameNodeMembership;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.TransactionRunner;
import java.util.Map;

/** Keeps nothing: every request asks the store. */
final class StatelessKeeping implements Keeping {
    private final NameNodeMembership membership;

    StatelessKeeping(MetadataStore store, Coordinator coordinator, InstanceIdentity self, InstanceThreads threads) {
        membership = new NameNodeMembership(store, coordinator, self, threads.later());
    }

    @Override
    public WriterIdentity identity() {
        return membership;
    }

    @Override
    public WriteGate gate() {
        return WriteGate.open();
    }

    @Override
    public ReadPath reads(TransactionRunner runner) {
        return new UncachedReads(runner);
    }

    @Override
    public RequestHandler noticing(RequestHandler handler) {
        return handler;
    }

    @Override
    public void start() {
        membership.join();
    }

    @Override
    public void rest() {
        // Nobody waits for a member that keeps nothing.
    }

    @Override
    public Map<String, Long> figures() {
        return Map.of();
    }

    @Override
    public void addTo(NameNodeMetrics metrics) {
        // It keeps nothing.
    }

    @Override
    public void close() {
        membership.close();
    }
}
