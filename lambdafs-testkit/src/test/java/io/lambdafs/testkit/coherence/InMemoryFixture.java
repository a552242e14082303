package io.lambdafs.testkit.coherence;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The in-memory service, with links that deliver at once or by a thread each. */
final class InMemoryFixture implements CoordinatorFixture {
    private final InMemoryCoordination service = new InMemoryCoordination(Duration.ofSeconds(6), System::nanoTime);
    private final List<ExecutorService> threads = new ArrayList<>();
    private final boolean inline;

    InMemoryFixture(boolean inline) {
        this.inline = inline;
    }

    @Override
    public Coordinator connect() {
        return service.connect(link(), link());
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
    public void disconnect(Coordinator process) {
        ((InMemoryCoordinator) process).disconnect();
    }

    @Override
    public void reconnect(Coordinator process) {
        ((InMemoryCoordinator) process).reconnect();
    }

    @Override
    public void awaitFailure(Coordinator process) {
        // What is asked for waits.
    }

    @Override
    public void expire(Coordinator process, WriterId member) {
        service.expire(member);
    }

    @Override
    public void stop() {
        service.stop();
    }

    @Override
    public void start() {
        service.start();
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public Collection<String> remains() {
        return service.invs().stream().map(RoundId::toString).toList();
    }

    @Override
    public void close() {
        threads.forEach(ExecutorService::shutdownNow);
    }
}
