package io.lambdafs.benchmark.web;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;

/**
 * Clients that visit the blog once a second each, as the paper's do. One that has waited for longer than a second for its answer sends the next
 * request at once, so a blog that is overloaded gets fewer requests than the clients would like to send.
 */
final class PacedClients implements AutoCloseable {
    private static final long PERIOD_NANOS = 1_000_000_000L;
    private static final long SEED = 20_201_109;
    private static final long GRACE_SECONDS = 90;
    private static final int KEPT_ERRORS = 3;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicLong failures = new AtomicLong();
    /** A party for each client, and one for the owner. */
    private final Phaser clients = new Phaser(1);

    private final Site site;
    private final Ledger ledger;
    private final ClientTimeline timeline;
    private int count;
    private volatile boolean stopped;

    PacedClients(Site site, Ledger ledger, ClientTimeline timeline) {
        this.site = site;
        this.ledger = ledger;
        this.timeline = timeline;
    }

    /** Has further clients come, in the course of a second, so that there are so many. */
    void raiseTo(int wanted) {
        for (; count < wanted; count++) {
            Client client = new Client(count);
            clients.register();
            client.visitAt(System.nanoTime() + client.random.nextLong(PERIOD_NANOS));
        }
    }

    /**
     * Has all clients go when they have their answers.
     *
     * @return the first few errors
     */
    ConcurrentLinkedQueue<String> stop() throws IOException, InterruptedException {
        stopped = true;
        try {
            clients.awaitAdvanceInterruptibly(clients.arrive(), GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException("clients still wait for answers after " + GRACE_SECONDS + " s", e);
        }
        return errors;
    }

    @Override
    public void close() {
        stopped = true;
        timer.shutdownNow();
    }

    private final class Client {
        private final int number;
        private final RandomGenerator random;
        private int visits;

        Client(int number) {
            this.number = number;
            this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED + number);
        }

        void visitAt(long due) {
            Future<?> unused =
                    timer.schedule(() -> visit(due), Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
        }

        private void visit(long due) {
            if (stopped) {
                clients.arriveAndDeregister();
                return;
            }
            Visit visit = Visit.random(random, number + "-" + visits++);
            ledger.asked(visit);
            long sent = System.nanoTime();
            Future<?> unused = site.ask(visit.call()).whenComplete((answer, broken) -> {
                ended(visit, sent, answer, broken);
                visitAt(Math.max(due + PERIOD_NANOS, System.nanoTime()));
            });
        }

        private void ended(Visit visit, long sent, Site.@Nullable Answer answer, @Nullable Throwable broken) {
            long now = System.nanoTime();
            if (answer != null && answer.done()) {
                ledger.acknowledged(visit);
                timeline.done(sent, now, answer.runs());
                return;
            }
            timeline.failed(now);
            if (failures.getAndIncrement() < KEPT_ERRORS) {
                errors.add(visit.kind() + ": " + (answer == null ? broken : answer.body()));
            }
        }
    }
}
