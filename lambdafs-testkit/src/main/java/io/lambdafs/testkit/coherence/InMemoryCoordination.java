package io.lambdafs.testkit.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator.Listener;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A coordination service in memory, through which the coordinators of several simulated processes reach each other.
 *
 * <p>Each process has two links to it, one for requests and one for deliveries, and each link keeps its order. The
 * executors decide when what is on a link arrives: {@code Runnable::run} is at once, a simulation's scheduler is whenever
 * it likes.
 *
 * <p>A session is proven alive for as long as its process is connected and this is running. So a simulation that wants the
 * lease to mean something ends sessions by {@link InMemoryCoordinator#disconnect} and, once time has passed, {@link #expireOverdue};
 * {@link #expire} ends one at once, as no real coordinator does to a connected process.
 */
public final class InMemoryCoordination {
    private final Duration sessionTimeout;
    private final LongSupplier ticker;
    private final Map<WriterId, InMemorySession> members = new LinkedHashMap<>();
    private final Map<RoundId, Map<Integer, Scope>> invs = new LinkedHashMap<>();
    private final Set<InMemoryCoordinator> processes = new LinkedHashSet<>();
    private volatile boolean running = true;
    private long writes;
    private int failures;
    private boolean failuresPublish;
    private int refusals;

    public InMemoryCoordination(Duration sessionTimeout, LongSupplier ticker) {
        this.sessionTimeout = requireNonNull(sessionTimeout, "sessionTimeout");
        this.ticker = requireNonNull(ticker, "ticker");
    }

    /**
     * The coordinator of another process.
     *
     * @param requests when what the process asks for arrives here
     * @param deliveries when what happens here arrives at the process; runs the listener
     */
    public InMemoryCoordinator connect(Executor requests, Executor deliveries) {
        InMemoryCoordinator process = new InMemoryCoordinator(this, requests, deliveries);
        synchronized (this) {
            processes.add(process);
        }
        return process;
    }

    /** The members registered now. */
    public synchronized List<Member> members() {
        return members.values().stream().map(InMemorySession::self).toList();
    }

    /** The rounds whose INVs are not removed. */
    public synchronized Set<RoundId> invs() {
        return Set.copyOf(invs.keySet());
    }

    /** How many requests have changed what is stored here. */
    public synchronized long writes() {
        return writes;
    }

    /**
     * Answers the next attempts to publish that they failed.
     *
     * @param published whether the INV is published all the same
     */
    public synchronized void failPublishing(int attempts, boolean published) {
        failures = attempts;
        failuresPublish = published;
    }

    /** Refuses the next attempts to join: their members hear that the session is lost, and nothing else. */
    public synchronized void refuseJoins(int attempts) {
        refusals = attempts;
    }

    /** Stops answering, as a coordinator that restarts; sessions live on. */
    public synchronized void stop() {
        members.values().forEach(InMemorySession::prove);
        running = false;
    }

    /** Answers again. */
    public void start() {
        List<InMemoryCoordinator> waiting;
        synchronized (this) {
            running = true;
            waiting = List.copyOf(processes);
        }
        waiting.forEach(InMemoryCoordinator::handOver);
    }

    /** Ends the sessions of the members that have been disconnected for the session time-out; none while it is stopped. */
    public void expireOverdue() {
        long now = ticker.getAsLong();
        change(due -> {
            for (InMemorySession session : List.copyOf(members.values())) {
                if (running
                        && !session.process().isConnected()
                        && now - session.provenAliveNanos() >= sessionTimeout.toNanos()) {
                    expire(session, due);
                }
            }
        });
    }

    /** Ends the member's session now. */
    public void expire(WriterId member) {
        change(due -> expire(requireMember(member), due));
    }

    /** Ends the session of a member whose process is dead; whether there was one. None while this is stopped. */
    public boolean expel(WriterId dead) {
        boolean[] expelled = {false};
        change(due -> {
            InMemorySession session = members.get(dead);
            if (running && session != null) {
                expire(session, due);
                expelled[0] = true;
            }
        });
        return expelled[0];
    }

    private void expire(InMemorySession session, List<InMemoryCoordinator> due) {
        depart(session, due);
        session.deliverLoss(due);
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    long now() {
        return ticker.getAsLong();
    }

    boolean isRunning() {
        return running;
    }

    synchronized void forget(InMemoryCoordinator process) {
        processes.remove(process);
    }

    void register(InMemorySession session) {
        change(due -> {
            if (members.containsKey(session.writer())) {
                throw new IllegalStateException(session.writer() + " is a member already");
            }
            if (refusals > 0) {
                refusals--;
                session.deliverLoss(due);
                return;
            }
            writes++;
            Set<Member> others = new HashSet<>(members());
            deliverTo(other -> true, listener -> listener.joined(session.self()), due);
            members.put(session.writer(), session);
            session.registered();
            Set<Inv> existing = invsTo(session.self().deployment());
            session.deliver(listener -> listener.registered(others, existing), due);
        });
    }

    private Set<Inv> invsTo(int deployment) {
        Set<Inv> existing = new HashSet<>();
        invs.forEach((round, scopes) -> {
            Scope scope = scopes.get(deployment);
            if (scope != null) {
                existing.add(new Inv(round, scope));
            }
        });
        return existing;
    }

    void publish(InMemorySession leader, RoundId round, Map<Integer, Scope> scopes) {
        change(due -> {
            if (!isMember(leader)) {
                return;
            }
            boolean fails = failures > 0;
            if (fails) {
                failures--;
                leader.deliver(listener -> listener.publishFailed(round, "told to fail"), due);
            }
            if (fails && !failuresPublish) {
                return;
            }
            if (invs.putIfAbsent(round, scopes) != null) {
                throw new IllegalStateException(round + " was published before");
            }
            writes++;
            if (!fails) {
                leader.deliver(listener -> listener.published(round), due);
            }
            scopes.forEach((deployment, scope) -> deliverTo(
                    other -> other != leader && other.self().deployment() == deployment,
                    listener -> listener.inv(new Inv(round, scope)),
                    due));
        });
    }

    void acknowledge(InMemorySession by, RoundId round) {
        change(due -> {
            if (isMember(by) && invs.containsKey(round)) {
                writes++;
                deliverTo(
                        leader -> leader.writer().equals(round.writer()),
                        listener -> listener.acknowledged(round, by.writer()),
                        due);
            }
        });
    }

    void acknowledgeJoin(InMemorySession by, WriterId joiner) {
        change(due -> {
            if (isMember(by) && members.containsKey(joiner)) {
                writes++;
                deliverTo(
                        member -> member.writer().equals(joiner),
                        listener -> listener.joinAcknowledged(by.writer()),
                        due);
            }
        });
    }

    void remove(InMemorySession by, RoundId round) {
        change(due -> {
            if (isMember(by) && invs.containsKey(round)) {
                writes++;
                removeInv(round, due);
            }
        });
    }

    void leave(InMemorySession session) {
        change(due -> {
            if (isMember(session)) {
                writes++;
                depart(session, due);
            }
        });
    }

    private void removeInv(RoundId round, List<InMemoryCoordinator> due) {
        Map<Integer, Scope> scopes = requireNonNull(invs.remove(round), "an INV");
        deliverTo(
                member -> !member.writer().equals(round.writer())
                        && scopes.containsKey(member.self().deployment()),
                listener -> listener.ended(round),
                due);
    }

    private void depart(InMemorySession session, List<InMemoryCoordinator> due) {
        session.unregistered();
        members.remove(session.writer());
        deliverTo(member -> true, listener -> listener.departed(session.writer()), due);
    }

    private void deliverTo(Predicate<InMemorySession> whom, Consumer<Listener> news, List<InMemoryCoordinator> due) {
        members.values().stream().filter(whom).forEach(member -> member.deliver(news, due));
    }

    private boolean isMember(InMemorySession session) {
        return members.get(session.writer()) == session;
    }

    private InMemorySession requireMember(WriterId member) {
        InMemorySession session = members.get(member);
        if (session == null) {
            throw new IllegalArgumentException(member + " is no member");
        }
        return session;
    }

    /** Changes the state as one step; the processes that have something to hear are handed it without the lock. */
    private void change(Consumer<List<InMemoryCoordinator>> step) {
        List<InMemoryCoordinator> due = new ArrayList<>();
        synchronized (this) {
            step.accept(due);
        }
        due.forEach(InMemoryCoordinator::handOver);
    }
}
