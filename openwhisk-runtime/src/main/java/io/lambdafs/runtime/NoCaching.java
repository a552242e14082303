package io.lambdafs.runtime;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.WriteGate;
import io.lambdafs.namenode.cache.ReadPath;
import io.lambdafs.namenode.cache.UncachedReads;
import io.lambdafs.namenode.coherence.CoherenceTimes;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.namenode.metrics.NameNodeMetrics;
import io.lambdafs.store.TransactionRunner;
import java.util.Map;

/** Keeps nothing: every request asks the store. */
final class NoCaching implements CachingMode {
    private final Incarnations incarnations;

    NoCaching(CoherentCaching.Ports ports, InstanceIdentity self, InstanceThreads threads) {
        incarnations = Incarnations.stateless(
                new Incarnations.Dependencies(ports.store(), ports.coordinator(), threads.later(), System::nanoTime),
                self,
                CoherenceTimes.defaults());
    }

    @Override
    public WriterIdentity identity() {
        return incarnations;
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
        incarnations.start();
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
        incarnations.close();
    }
}
