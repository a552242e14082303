package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.housekeeping.RemovalBatch;
import io.lambdafs.namenode.NameNode;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.RequestDeduplicator;
import io.lambdafs.namenode.cache.CachedReads;
import io.lambdafs.namenode.cache.DirectoryTimes;
import io.lambdafs.namenode.cache.ReadAhead;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.namenode.coherence.Incarnations;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.validate.ValidatedReads;
import io.lambdafs.namenode.validate.ValidatingParts;
import io.lambdafs.snapshot.KeepingTransaction;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.testkit.coherence.InMemoryCoordinator;
import io.lambdafs.testkit.sim.SimProcess;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/** A NameNode that validates its cache with each request, as a function instance puts it together. */
final class ValidatingNameNode implements SimInstance.Assembly {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
    private static final long REMEMBERED_BYTES = 1 << 20;

    private final InMemoryCoordinator coordinator;
    private final ValidatingParts parts;
    private final Removals removals;
    private final NameNode nameNode;

    ValidatingNameNode(CoherentParts.Settings settings, int deployment, CoherentNameNode.Dependencies in) {
        SimProcess process = in.process();
        MetadataStore store = in.store();
        coordinator = in.coordinator();
        process.onDeath(coordinator::disconnect);
        Background background = (delay, task) -> process.start("background", delay, task);
        parts = ValidatingParts.of(
                settings,
                store.changeFeed().orElseThrow(),
                new InstanceIdentity(deployment, process.name(), 0),
                new Incarnations.Dependencies(store, in.watched(), background, process.ticker()),
                CoherentNameNode.waiting(in.scheduler()));
        Pause pause = in.scheduler()::sleep;
        RetryPolicy retries = new RetryPolicy(8, FIRST_PAUSE, FIRST_PAUSE.multipliedBy(50));
        Function<MetadataStore, TransactionRunner> runners =
                end -> new TransactionRunner(end, retries, pause, in.random()).guardedBy(KeepingTransaction::new);
        TransactionRunner runner = runners.apply(store);
        Incarnations names = parts.incarnations();
        removals = new Removals(in.removals(), store, runners, names, process.executor("emptying"));
        nameNode = new NameNode(
                Operations.CONFIG,
                Operations.of(
                        new Operations.Dependencies(
                                store, runner, names, process.clock(), process.ticker(), pause, in.random()),
                        in.removals().flaws()),
                new NameNode.Execution(
                        reads(runner, process),
                        new OperationExecutor(runner, names, parts.gate(), removals),
                        new RequestDeduplicator(REMEMBERED_BYTES, Duration.ZERO)),
                process.clock(),
                process.ticker());
    }

    private ValidatedReads reads(TransactionRunner runner, SimProcess process) {
        DirectoryTimes unmarked = new DirectoryTimes(
                runner,
                parts.incarnations(),
                parts.cache(),
                parts.feed(),
                task -> {
                    throw new RejectedExecutionException("the feed tells of all times");
                },
                ProtocolRules.ALL);
        ReadAhead ahead =
                new ReadAhead(runner, parts.cache(), parts.feed(), process.executor("reading ahead"), process.ticker());
        return new ValidatedReads(
                parts.feed(),
                new CachedReads(runner, parts.cache(), parts.feed(), () -> true, unmarked, ahead, process.ticker()));
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        parts.membership().begun();
        try {
            return nameNode.handle(request);
        } finally {
            parts.membership().ended();
        }
    }

    /** For {@link SimInstance}, which asks for a refresh first. */
    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return nameNode.handleAtOnce(request);
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return nameNode.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return nameNode.refresh();
    }

    @Override
    public boolean remove(RemovalBatch batch) {
        return removals.remove(batch);
    }

    @Override
    public void setConnected(boolean connected) {
        if (connected) {
            coordinator.reconnect();
        } else {
            coordinator.disconnect();
        }
    }
}
