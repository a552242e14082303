package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The in-memory coordinator, with links that deliver at once or by a thread each. */
final class InMemoryFixture implements CarrierFixture {
    private final InMemoryCarriers coordinator = new InMemoryCarriers(Duration.ofSeconds(6), System::nanoTime);
    private final List<ExecutorService> threads = new ArrayList<>();
    private final boolean inline;

    InMemoryFixture(boolean inline) {
        this.inline = inline;
    }

    @Override
    public CoherenceCarrier connect() {
        return coordinator.connect(link(), link());
    }

    private Executor link() {
        if (inline) {
            return Runnable::run;
        }
        // Two threads, so that the order is the mailbox's doing.
        ExecutorService link = Executors.newFixedThreadPool(2);
        threads.add(link);
        return link;
    }

    @Override
    public void disconnect(CoherenceCarrier carrier) {
        ((InMemoryCarrier) carrier).disconnect();
    }

    @Override
    public void reconnect(CoherenceCarrier carrier) {
        ((InMemoryCarrier) carrier).reconnect();
    }

    @Override
    public void expire(CoherenceCarrier carrier, WriterId member) {
        coordinator.expire(member);
    }

    @Override
    public void stop() {
        coordinator.stop();
    }

    @Override
    public void start() {
        coordinator.start();
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Collection<String> remains() {
        return coordinator.invs().stream().map(RoundId::toString).toList();
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::shutdownNow);
    }
}
