package io.lambdafs.testkit.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A member that keeps what it hears, as {@code inv 1.2} for the second round of writer 1, and acknowledges if told to. */
public final class Peer implements Coordinator.Listener {
    private static final long BOUND_SECONDS = 20;
    private static final int SPINS = 50;

    private final Coordinator coordinator;
    private final Member self;
    private final boolean acknowledges;
    private final List<String> heard = new ArrayList<>();
    private final Map<RoundId, Inv> invs = new HashMap<>();
    private final List<Consumer<Session>> postponed = new ArrayList<>();
    private Set<Member> others = Set.of();
    private @Nullable Session session;
    private @Nullable Throwable failure;
    private int inCall;
    private boolean overlapped;

    private Peer(Coordinator coordinator, Member self, boolean acknowledges) {
        this.coordinator = coordinator;
        this.self = self;
        this.acknowledges = acknowledges;
    }

    /** Joins, and acknowledges every INV and every join as soon as it hears of it. */
    public static Peer eager(Coordinator coordinator, Member self) {
        return new Peer(coordinator, self, true).join();
    }

    /** Joins, and says nothing by itself. */
    public static Peer silent(Coordinator coordinator, Member self) {
        return new Peer(coordinator, self, false).join();
    }

    private Peer join() {
        Session joined = coordinator.join(self, this);
        List<Consumer<Session>> due;
        synchronized (this) {
            session = joined;
            due = List.copyOf(postponed);
            postponed.clear();
        }
        due.forEach(action -> action.accept(joined));
        return this;
    }

    public Coordinator coordinator() {
        return coordinator;
    }

    public Member member() {
        return self;
    }

    public WriterId writer() {
        return self.writer();
    }

    public synchronized Session session() {
        Session joined = session;
        return joined == null ? fail("not joined yet") : joined;
    }

    public RoundId round(long number) {
        return new RoundId(writer(), number);
    }

    /** Publishes the same scope to these deployments. */
    public RoundId publish(long number, Scope scope, int... deployments) {
        Map<Integer, Scope> scopes = new HashMap<>();
        for (int deployment : deployments) {
            scopes.put(deployment, scope);
        }
        session().publish(round(number), scopes);
        return round(number);
    }

    @Override
    public void registered(Set<Member> found, Set<Inv> existing) {
        synchronized (this) {
            others = Set.copyOf(found);
        }
        existing.forEach(this::keep);
        hear("registered " + numbers(found) + " "
                + new TreeSet<>(existing.stream().map(inv -> name(inv.round())).toList()));
        existing.forEach(this::answer);
    }

    @Override
    public void joined(Member member) {
        hear("joined " + member.writer().value());
        if (acknowledges) {
            act(own -> own.acknowledgeJoin(member.writer()));
        }
    }

    @Override
    public void departed(WriterId member) {
        hear("departed " + member.value());
    }

    @Override
    public void inv(Inv inv) {
        keep(inv);
        hear("inv " + name(inv.round()));
        answer(inv);
    }

    @Override
    public void ended(RoundId round) {
        hear("ended " + name(round));
    }

    @Override
    public void acknowledged(RoundId round, WriterId by) {
        hear("acknowledged " + name(round) + " by " + by.value());
    }

    @Override
    public void joinAcknowledged(WriterId by) {
        hear("join acknowledged by " + by.value());
    }

    @Override
    public void published(RoundId round) {
        hear("published " + name(round));
    }

    @Override
    public void publishFailed(RoundId round, String reason) {
        hear("failed " + name(round));
    }

    @Override
    public void lost() {
        hear("lost");
    }

    private static String name(RoundId round) {
        return round.writer().value() + "." + round.number();
    }

    private static List<Long> numbers(Set<Member> members) {
        return members.stream().map(member -> member.writer().value()).sorted().toList();
    }

    private synchronized void keep(Inv inv) {
        invs.put(inv.round(), inv);
    }

    private void answer(Inv inv) {
        if (acknowledges) {
            act(own -> own.acknowledge(inv.round()));
        }
    }

    private void act(Consumer<Session> action) {
        Session joined;
        synchronized (this) {
            joined = session;
            if (joined == null) {
                postponed.add(action);
                return;
            }
        }
        action.accept(joined);
    }

    private void hear(String call) {
        synchronized (this) {
            overlapped |= inCall > 0;
            inCall++;
            heard.add(call);
            notifyAll();
        }
        // Another thread that is wrongly here too gets its chance to show.
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
        synchronized (this) {
            inCall--;
            failIfTold();
        }
    }

    private synchronized void failIfTold() {
        Throwable due = failure;
        failure = null;
        if (due instanceof Error error) {
            throw error;
        }
        if (due instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** Makes the next call fail with this after it has been recorded. */
    public synchronized void failNext(RuntimeException how) {
        failure = how;
    }

    /** Makes the next call fail with this after it has been recorded. */
    public synchronized void failNext(Error how) {
        failure = how;
    }

    /** Everything heard so far. */
    public synchronized List<String> heard() {
        return List.copyOf(heard);
    }

    public synchronized Set<Member> others() {
        return others;
    }

    public synchronized Scope scope(RoundId round) {
        Inv inv = invs.get(round);
        return inv == null ? fail("no INV of " + round + " was heard") : inv.scope();
    }

    /** Waits until all of these have been heard, in whatever order. */
    public void await(String... calls) throws InterruptedException {
        awaitThat(soFar -> soFar.containsAll(List.of(calls)), String.join(", ", calls));
    }

    /** Waits until it is registered. */
    public Peer awaitRegistered() throws InterruptedException {
        awaitThat(soFar -> !soFar.isEmpty(), "registered");
        assertThat(heard().get(0)).startsWith("registered");
        return this;
    }

    /** Waits until what was heard satisfies the condition. */
    public synchronized void awaitThat(Predicate<List<String>> condition, String expected) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!condition.test(heard)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                fail("expected " + expected + " but " + self.writer() + " heard " + heard);
            }
            wait(left);
        }
    }

    /** What must hold of everything that was heard, whatever happened. */
    public synchronized void check() {
        assertThat(overlapped).as("calls of " + self.writer() + " overlapped").isFalse();
        assertThat(heard.stream().filter(call -> !call.startsWith("failed")).toList())
                .as("heard by " + self.writer())
                .doesNotHaveDuplicates();
        assertThat(heard.indexOf("lost")).isIn(-1, heard.size() - 1);
        if (!heard.isEmpty() && !heard.get(0).equals("lost")) {
            assertThat(heard.get(0)).startsWith("registered");
        }
    }
}
