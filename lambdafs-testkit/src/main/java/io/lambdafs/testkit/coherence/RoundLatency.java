package io.lambdafs.testkit.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long a round takes from publishing to the last acknowledgement, by members in this process, each with a
 * coordinator of its own. They acknowledge at once. The first one leads.
 */
public final class RoundLatency implements AutoCloseable {
    private static final long BOUND_SECONDS = 20;

    private final int members;
    private final Map<RoundId, CountDownLatch> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final List<Coordinator> coordinators = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();

    private RoundLatency(int members) {
        this.members = members;
    }

    /** So many members of one deployment, which all have acknowledged one another. */
    public static RoundLatency join(int members, Callable<Coordinator> connect) throws Exception {
        RoundLatency latency = new RoundLatency(members);
        CountDownLatch joined = new CountDownLatch(members * (members - 1));
        for (int i = 1; i <= members; i++) {
            Coordinator coordinator = connect.call();
            Follower follower = latency.new Follower(joined);
            latency.coordinators.add(coordinator);
            latency.sessions.add(follower.join(coordinator, new Member(0, new WriterId(i), "i", i)));
        }
        await(joined);
        return latency;
    }

    /**
     * Measures; so many callers at once lead so many rounds each, with a pause before each.
     *
     * @return nanoseconds, sorted
     */
    public long[] measure(int rounds, int callers, Duration pause) throws Exception {
        long[] nanos = new long[rounds * callers];
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Future<?>> ends = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int first = caller * rounds;
            ends.add(threads.submit(() -> {
                for (int i = 0; i < rounds; i++) {
                    TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                    nanos[first + i] = round(sessions.get(0));
                }
                return null;
            }));
        }
        for (Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        Arrays.sort(nanos);
        return nanos;
    }

    /** What was measured, for people. */
    public String describe(long[] nanos, int callers) {
        return String.format(
                Locale.ROOT,
                "%d members, %d callers: p50 %.2f ms, p99 %.2f ms",
                members,
                callers,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 99 / 100] / 1e6);
    }

    private long round(Session leader) throws InterruptedException {
        RoundId round = new RoundId(new WriterId(1), numbers.incrementAndGet());
        CountDownLatch acknowledged = new CountDownLatch(Math.max(1, members - 1));
        waiting.put(round, acknowledged);
        long start = System.nanoTime();
        leader.publish(round, Map.of(0, Scope.ofPaths(FsPath.parse("/some/directory/file-" + round.number()))));
        await(acknowledged);
        long end = System.nanoTime();
        waiting.remove(round);
        leader.end(round);
        return end - start;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(BOUND_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nothing came for " + BOUND_SECONDS + " s");
        }
    }

    private void countDown(RoundId round) {
        CountDownLatch latch = waiting.get(round);
        if (latch != null) {
            latch.countDown();
        }
    }

    @Override
    public void close() {
        coordinators.forEach(Coordinator::close);
    }

    /** Acknowledges everything; counts down the leader's rounds. */
    private final class Follower implements Coordinator.Listener {
        private final CountDownLatch registered = new CountDownLatch(1);
        private final CountDownLatch joined;
        private volatile @Nullable Session session;

        Follower(CountDownLatch joined) {
            this.joined = joined;
        }

        Session join(Coordinator coordinator, Member self) throws InterruptedException {
            Session made = coordinator.join(self, this);
            session = made;
            await(registered);
            return made;
        }

        @Override
        public void registered(Set<Member> others, Set<Inv> existing) {
            registered.countDown();
        }

        @Override
        public void joined(Member member) {
            requireNonNull(session).acknowledgeJoin(member.writer());
            joined.countDown();
        }

        @Override
        public void departed(WriterId member) {}

        @Override
        public void inv(Inv inv) {
            requireNonNull(session).acknowledge(inv.round());
        }

        @Override
        public void ended(RoundId round) {}

        @Override
        public void acknowledged(RoundId round, WriterId by) {
            countDown(round);
        }

        @Override
        public void joinAcknowledged(WriterId by) {
            joined.countDown();
        }

        @Override
        public void published(RoundId round) {
            // A leader alone has nobody else to wait for.
            if (members == 1) {
                countDown(round);
            }
        }

        @Override
        public void publishFailed(RoundId round, String reason) {
            throw new IllegalStateException(reason);
        }

        @Override
        public void lost() {}
    }
}
