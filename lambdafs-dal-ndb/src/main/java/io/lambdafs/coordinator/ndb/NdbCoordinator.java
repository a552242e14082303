package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.cluster.Batch;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator on an NDB cluster. A member is a row that its process changes again and again; whoever sees a row unchanged
 * for the member's time-out removes it.
 */
final class NdbCoordinator implements Coordinator {
    private static final Logger log = LoggerFactory.getLogger(NdbCoordinator.class);

    /** The longest time without a sign of life is two of these. */
    private static final int BEATS_PER_TIMEOUT = 12;

    private static final Duration LONGEST_PERIOD = Duration.ofMillis(250);

    private final Transactions transactions;
    private final Duration timeout;
    private final LongSupplier ticker;
    private final ScheduledThreadPoolExecutor thread;
    private final Set<NdbRegistration> registrations = ConcurrentHashMap.newKeySet();
    private final List<MembershipWatch> watches = new CopyOnWriteArrayList<>();

    private NdbCoordinator(Transactions transactions, Duration timeout, LongSupplier ticker) {
        this.transactions = requireNonNull(transactions, "transactions");
        this.timeout = requireNonNull(timeout, "timeout");
        this.ticker = requireNonNull(ticker, "ticker");
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "ndb-coordinator");
            made.setDaemon(true);
            return made;
        });
    }

    static NdbCoordinator start(Transactions transactions, Duration timeout, LongSupplier ticker) {
        NdbCoordinator coordinator = new NdbCoordinator(transactions, timeout, ticker);
        long nanos = Math.min(timeout.dividedBy(BEATS_PER_TIMEOUT).toNanos(), LONGEST_PERIOD.toNanos());
        var unused = coordinator.thread.scheduleWithFixedDelay(coordinator::turn, nanos, nanos, TimeUnit.NANOSECONDS);
        return coordinator;
    }

    @Override
    public Registration register(Member member) {
        Registered row = new Registered(member, newRegistration(), timeout, 1);
        long sent = ticker.getAsLong();
        asCoordinator("could not register in the cluster", () -> change(batch -> MemberRows.insert(batch, row)));
        NdbRegistration registration = new NdbRegistration(row, sent, this::unregister);
        registrations.add(registration);
        if (thread.isShutdown()) {
            registration.lost();
        }
        return registration;
    }

    /** A number that nobody else has; of rows whose insertion seemed to fail there may be one that is never renewed. */
    static long newRegistration() {
        return RandomGenerator.getDefault().nextLong(Long.MAX_VALUE);
    }

    private void unregister(NdbRegistration registration) {
        registrations.remove(registration);
        try {
            change(batch -> MemberRows.end(batch, registration.row()));
        } catch (StoreException e) {
            // It is gone, or it is not renewed any more and goes with its time-out.
            return;
        }
    }

    /** Tells a batch what to do. */
    @FunctionalInterface
    private interface Filling {
        void fill(Batch batch);
    }

    private void change(Filling filling) {
        Batch batch = new Batch();
        filling.fill(batch);
        transactions.run(transaction -> {
            transaction.commit(batch);
            return true;
        });
    }

    private void asCoordinator(String failure, Runnable call) {
        if (thread.isShutdown()) {
            throw new CoordinatorException("the coordinator is closed");
        }
        try {
            call.run();
        } catch (StoreException e) {
            throw new CoordinatorException(failure, e);
        }
    }

    @Override
    public List<Member> members() {
        List<Member> members = new CopyOnWriteArrayList<>();
        asCoordinator(
                "could not ask the cluster for the members",
                () -> transactions.run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE))).stream()
                        .filter(row -> !row.hasDeparted())
                        .forEach(row -> members.add(row.member())));
        return List.copyOf(members);
    }

    @Override
    public void expel(Member dead) {
        asCoordinator(
                "could not remove a member in the cluster",
                () -> transactions.run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE))).stream()
                        .filter(row -> !row.hasDeparted() && row.member().equals(dead))
                        // Nobody renews the row of a process that has ended, so it is as it was seen.
                        .forEach(row -> transactions.run(transaction -> {
                            MemberRows.expire(transaction, row);
                            return true;
                        })));
    }

    @Override
    public void watch(MembershipListener listener) {
        MembershipWatch watch = new MembershipWatch(new Members(transactions, ticker), listener);
        watches.add(watch);
        try {
            thread.execute(this::look);
        } catch (RejectedExecutionException closed) {
            throw new CoordinatorException("the coordinator is closed", closed);
        }
    }

    @Override
    public Duration sessionTimeout() {
        return timeout;
    }

    /** The rows of this process's members. */
    List<Registered.Key> registered() {
        return registrations.stream()
                .map(registration -> registration.row().key())
                .toList();
    }

    private void turn() {
        try {
            registrations.forEach(this::renew);
            look();
        } catch (RuntimeException e) {
            // The thread has to go on: members that are not renewed are lost.
            log.atError()
                    .setMessage("a turn of the coordinator failed")
                    .setCause(e)
                    .log();
        }
    }

    private void look() {
        watches.forEach(MembershipWatch::look);
    }

    private void renew(NdbRegistration registration) {
        Registered next = registration.advance();
        long sent = ticker.getAsLong();
        try {
            change(batch -> MemberRows.renew(batch, next));
            registration.renewed(sent);
        } catch (StoreException e) {
            if (e.kind() == Kind.MISSING_ROW || registration.isOverdue(ticker.getAsLong())) {
                registrations.remove(registration);
                registration.lost();
            }
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            thread.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (NdbRegistration registration : List.copyOf(registrations)) {
            unregister(registration);
            registration.lost();
        }
    }
}
