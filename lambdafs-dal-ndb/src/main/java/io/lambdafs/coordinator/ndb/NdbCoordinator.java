package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A coordinator by tables in an NDB cluster's database. A member is a row that its process changes again and again; a process
 * that sees a row unchanged for the member's time-out removes it. Each session has a thread, on which its listener is called.
 */
public final class NdbCoordinator implements Coordinator {
    private static final Logger log = LoggerFactory.getLogger(NdbCoordinator.class);
    private static final Duration LONGEST_JOINING = Duration.ofSeconds(15);
    private static final Duration LONGEST_LEAVING = Duration.ofSeconds(5);

    /** A process that is no member looks that often in a time-out, at least. */
    private static final int LOOKS_PER_TIMEOUT = 12;

    private static final Duration LONGEST_PERIOD = Duration.ofMillis(250);

    private final NdbSession.Settings settings;
    private final Members observed;
    private final ScheduledThreadPoolExecutor observer;
    private final Map<NdbSession, Thread> sessions = new ConcurrentHashMap<>();

    private NdbCoordinator(NdbSession.Settings settings) {
        this.settings = requireNonNull(settings, "settings");
        observed = new Members(settings.transactions(), settings.ticker());
        observer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "ndb-coordinator");
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * A coordinator over this connection, which stays open when this is closed; makes the tables if they are not there.
     *
     * @param sessionTimeout how long a member may give no sign of life
     * @param life the longest life of a transaction
     * @param ticker monotonic nanoseconds
     */
    public static NdbCoordinator over(NdbCluster cluster, Duration sessionTimeout, Duration life, LongSupplier ticker) {
        if (!CoordinationSchema.TABLES.stream().allMatch(cluster::hasTable)) {
            SchemaEditor.create(cluster, CoordinationSchema.TABLES);
        }
        return start(new NdbSession.Settings(
                transactions(cluster, life), Events.of(cluster), ticker, sessionTimeout, LONGEST_JOINING));
    }

    static Transactions transactions(NdbCluster cluster, Duration life) {
        return new Transactions() {
            @Override
            public <T> T run(Work<T> work) {
                try (ClusterTransaction transaction = cluster.begin(life)) {
                    return work.in(transaction);
                }
            }
        };
    }

    static NdbCoordinator start(NdbSession.Settings settings) {
        NdbCoordinator coordinator = new NdbCoordinator(settings);
        long nanos = Math.min(settings.timeout().dividedBy(LOOKS_PER_TIMEOUT).toNanos(), LONGEST_PERIOD.toNanos());
        var unused =
                coordinator.observer.scheduleWithFixedDelay(coordinator::observe, nanos, nanos, TimeUnit.NANOSECONDS);
        return coordinator;
    }

    /* Ends the registrations of members that are silent; the sessions of this process do it too, and look more often. */
    private void observe() {
        if (!sessions.isEmpty()) {
            return;
        }
        try {
            Members.Change unused = observed.look();
        } catch (StoreException unreachable) {
            // The next look comes soon, and finds what this one would have.
            return;
        } catch (RuntimeException e) {
            log.atError().setMessage("a look at the members failed").setCause(e).log();
        }
    }

    @Override
    public Session join(Member self, Listener listener) {
        requireOpen();
        NdbSession session = new NdbSession(self, listener, settings);
        Thread thread = new Thread(
                () -> {
                    session.run();
                    sessions.remove(session);
                },
                "coherence-" + self.writer().value());
        thread.setDaemon(true);
        sessions.put(session, thread);
        thread.start();
        return session;
    }

    private void requireOpen() {
        if (observer.isShutdown()) {
            throw new CoordinatorException("the coordinator is closed");
        }
    }

    @Override
    public List<Member> members() {
        return present("could not ask the cluster for the members").stream()
                .map(Registered::member)
                .toList();
    }

    private List<Registered> present(String failure) {
        requireOpen();
        try {
            return settings.transactions().run(transaction -> transaction.scan(MemberRows.all(ReadLock.NONE))).stream()
                    .filter(row -> !row.hasDeparted())
                    .toList();
        } catch (StoreException e) {
            throw new CoordinatorException(failure, e);
        }
    }

    @Override
    public void expel(Member dead) {
        String failure = "could not remove a member in the cluster";
        try {
            present(failure).stream()
                    .filter(row -> row.member().equals(dead))
                    // Nobody renews the row of a process that has ended, so it is as it was seen.
                    .forEach(row -> settings.transactions().run(transaction -> {
                        MemberRows.expire(transaction, row);
                        return true;
                    }));
        } catch (StoreException e) {
            throw new CoordinatorException(failure, e);
        }
    }

    /** Leaves, and waits a bounded time until others can see it. */
    @Override
    public void close() {
        observer.shutdown();
        sessions.keySet().forEach(NdbSession::leave);
        long deadline = System.nanoTime() + LONGEST_LEAVING.toNanos();
        try {
            for (Thread thread : sessions.values()) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
            // What it has begun uses the connection, which may be closed next.
            boolean unused = observer.awaitTermination(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
