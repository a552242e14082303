package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceCore;
import io.lambdafs.coherence.CoherenceEffect;
import io.lambdafs.coherence.CoherenceEffect.Acknowledge;
import io.lambdafs.coherence.CoherenceEffect.AcknowledgeJoin;
import io.lambdafs.coherence.CoherenceEffect.Admit;
import io.lambdafs.coherence.CoherenceEffect.ClearCache;
import io.lambdafs.coherence.CoherenceEffect.EndInv;
import io.lambdafs.coherence.CoherenceEffect.Fence;
import io.lambdafs.coherence.CoherenceEffect.Invalidate;
import io.lambdafs.coherence.CoherenceEffect.LockOnTheWay;
import io.lambdafs.coherence.CoherenceEffect.Publish;
import io.lambdafs.coherence.CoherenceEffect.Reason;
import io.lambdafs.coherence.CoherenceEffect.RemoveInv;
import io.lambdafs.coherence.CoherenceEffect.RoundComplete;
import io.lambdafs.coherence.CoherenceEffect.RoundFailed;
import io.lambdafs.coherence.CoherenceEffect.WriteAdmitted;
import io.lambdafs.coherence.CoherenceEffect.WriteRefused;
import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.CoherenceRule;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.FillGuard;
import io.lambdafs.coherence.FillToken;
import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.membership.Fences;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One NameNode in the protocol: takes events one at a time, and does what the core answers. Thread-safe.
 *
 * <p>The effects of an event are carried out before the next one is taken, under one lock, so that a cache is invalidated
 * before the ACK leaves. None of them waits: what goes to the coordinator is handed to the session, a fence to the
 * background.
 */
public final class CoherentNode implements FillGuard, Participant {
    private static final Logger LOG = LoggerFactory.getLogger(CoherentNode.class);

    private final Object lock = new Object();
    private final CoherenceCore core;
    private final CoherentCache cache;
    private final Fences fences;
    private final Waiting waiting;
    private final LongSupplier ticker;
    private final ProtocolRules rules;
    private final Lease lease;
    private final RoundStatistics statistics;
    private final LateAcks late;
    private final Map<Class<? extends CoherenceEffect>, Consumer<CoherenceEffect>> actions = new HashMap<>();
    private final Map<RoundId, AwaitedRound> awaited = new HashMap<>();
    private final List<Waiting.Signal> awaitingAdmission = new ArrayList<>();
    private @Nullable Session session;
    private @Nullable WriterId writer;
    private long writes;
    private long rounds;

    /**
     * What surrounds a node.
     *
     * @param cache forgets what the protocol says
     * @param ticker nanoseconds since anything
     */
    public record Dependencies(CoherentCache cache, Fences fences, Waiting waiting, LongSupplier ticker) {
        public Dependencies {
            requireNonNull(cache, "cache");
            requireNonNull(fences, "fences");
            requireNonNull(waiting, "waiting");
            requireNonNull(ticker, "ticker");
        }
    }

    /** A node that is no member yet; without these rules, which is for tests that show that they are needed. */
    public CoherentNode(CoherenceCore core, Dependencies dependencies, ProtocolRules rules) {
        this.core = requireNonNull(core, "core");
        this.cache = dependencies.cache();
        this.fences = dependencies.fences();
        this.waiting = dependencies.waiting();
        this.ticker = dependencies.ticker();
        this.rules = rules;
        this.lease = new Lease(ticker);
        this.statistics = new RoundStatistics(ticker);
        this.late = new LateAcks(ticker, LOG::warn);
        on(Invalidate.class, effect -> cache.invalidate(effect.scope()));
        on(ClearCache.class, effect -> cache.clear());
        on(Admit.class, effect -> admitted());
        on(Acknowledge.class, effect -> acknowledge(effect.round()));
        on(AcknowledgeJoin.class, effect -> tell(present -> present.acknowledgeJoin(effect.joiner())));
        on(Publish.class, this::publish);
        on(EndInv.class, effect -> endInv(effect.round()));
        on(RemoveInv.class, effect -> tell(present -> present.remove(effect.round())));
        on(Fence.class, effect -> fences.fence(effect.member(), this::fenced));
        on(RoundComplete.class, effect -> finish(effect.round(), Optional.empty()));
        on(RoundFailed.class, effect -> finish(effect.round(), Optional.of(effect.reason())));
        // These answer the event that asked.
        on(LockOnTheWay.class, effect -> {});
        on(WriteAdmitted.class, effect -> {});
        on(WriteRefused.class, effect -> {});
    }

    private <E extends CoherenceEffect> void on(Class<E> type, Consumer<E> action) {
        actions.put(type, effect -> action.accept(type.cast(effect)));
    }

    private List<CoherenceEffect> step(CoherenceEvent event) {
        List<CoherenceEffect> effects = core.step(event);
        for (CoherenceEffect effect : effects) {
            Consumer<CoherenceEffect> action = actions.get(effect.getClass());
            if (action == null) {
                throw new IllegalStateException("nothing is done about " + effect);
            }
            action.accept(effect);
        }
        return effects;
    }

    // What the coordinator and the incarnations tell.

    @Override
    public void beginIncarnation(WriterId name, Supplier<Session> joining) {
        synchronized (lock) {
            writer = name;
            session = joining.get();
        }
    }

    @Override
    public void registered(CoherenceEvent.Registered event) {
        synchronized (lock) {
            if (event.self().writer().equals(writer) && session != null) {
                lease.begin(session);
                late.met(event.others());
                step(event);
            }
        }
    }

    @Override
    public boolean awaitsStrangers() {
        return true;
    }

    @Override
    public void happened(WriterId incarnation, CoherenceEvent event) {
        synchronized (lock) {
            if (!incarnation.equals(writer)) {
                return;
            }
            note(event);
            step(event);
        }
    }

    private void note(CoherenceEvent event) {
        if (event instanceof CoherenceEvent.InvArrived arrived) {
            statistics.arrived(arrived.inv().round());
        } else if (event instanceof CoherenceEvent.RoundAcknowledged acknowledged) {
            statistics.taken();
            AwaitedRound round = awaited.get(acknowledged.round());
            if (round != null) {
                round.lastAck = acknowledged.by();
            }
        } else if (event instanceof CoherenceEvent.MemberJoined joined) {
            late.joined(joined.member());
        } else if (event instanceof CoherenceEvent.MemberDeparted departed) {
            gone(departed.member());
        }
    }

    /* Where this member's ACK is missing, its end may be what the round has waited for. */
    private void gone(WriterId member) {
        awaited.forEach((id, round) -> {
            if (core.missingAcks(id).contains(member)) {
                round.lastAck = member;
            }
        });
    }

    @Override
    public Optional<Session> endIncarnation(WriterId incarnation) {
        synchronized (lock) {
            Session ended = session;
            if (!incarnation.equals(writer) || ended == null) {
                return Optional.empty();
            }
            lease.end();
            step(new CoherenceEvent.SessionLost());
            session = null;
            writer = null;
            statistics.forget();
            return Optional.of(ended);
        }
    }

    private void fenced(WriterId member) {
        synchronized (lock) {
            gone(member);
            step(new CoherenceEvent.MemberFenced(member));
        }
    }

    // What writes ask.

    /** Waits until writes may be executed; tells whether they may. */
    boolean awaitAdmission(Duration bound) {
        Waiting.Signal signal;
        synchronized (lock) {
            if (mayWrite()) {
                return true;
            }
            signal = waiting.newSignal();
            awaitingAdmission.add(signal);
        }
        boolean given = signal.await(bound);
        synchronized (lock) {
            awaitingAdmission.remove(signal);
        }
        return given;
    }

    private boolean mayWrite() {
        return core.admits() || (!rules.keeps(CoherenceRule.WRITE_AFTER_JOIN) && writer != null);
    }

    /** Asks for an attempt at a write under a name whose writer row the attempt holds. */
    WriteAttempt beginWrite(WriterId name) {
        synchronized (lock) {
            long write = ++writes;
            return new WriteAttempt(write, ask(new CoherenceEvent.WriteBegins(write, name, Set.of(), mayLead(name))));
        }
    }

    /**
     * Says that the write resolves this path from now on.
     *
     * @param byLocks whether it locks the directories on the way
     */
    Touch touch(long write, FsPath path, boolean byLocks) {
        synchronized (lock) {
            List<CoherenceEffect> effects = step(new CoherenceEvent.WriteTouches(write, path, byLocks));
            boolean locks = false;
            for (CoherenceEffect effect : effects) {
                locks |= effect instanceof LockOnTheWay;
            }
            return new Touch(refusalIn(effects), locks);
        }
    }

    /** Says that the write is about to commit; the reason why it must not, if there is one. */
    Optional<Reason> sealWrite(long write) {
        synchronized (lock) {
            return ask(new CoherenceEvent.WriteSeals(write));
        }
    }

    private Optional<Reason> ask(CoherenceEvent event) {
        return refusalIn(step(event));
    }

    private static Optional<Reason> refusalIn(List<CoherenceEffect> effects) {
        for (CoherenceEffect effect : effects) {
            if (effect instanceof WriteRefused refused) {
                return Optional.of(refused.reason());
            }
        }
        return Optional.empty();
    }

    /** Has every cache forget the scope, and waits for that; the reason why the write must roll back, if it must. */
    Optional<Reason> forget(long write, WriterId name, Scope scope, Duration bound) {
        AwaitedRound round = new AwaitedRound(waiting.newSignal(), ticker.getAsLong());
        RoundId id;
        synchronized (lock) {
            if (!mayLead(name)) {
                return Optional.of(Reason.NO_LEASE);
            }
            id = new RoundId(name, ++rounds);
            awaited.put(id, round);
            statistics.begun(id);
            step(new CoherenceEvent.RoundBegins(write, id, scope));
        }
        if (!round.isOver() && !round.signal.await(bound)) {
            giveUp(name, id);
        }
        synchronized (lock) {
            awaited.remove(id);
            if (round.failure.isEmpty() && round.lastAck != null) {
                late.completed(id, waited(round), round.lastAck);
            }
            statistics.finished(id, round.failure.isPresent(), round.published);
            return round.failure.isEmpty() && !mayLead(name) ? Optional.of(Reason.NO_LEASE) : round.failure;
        }
    }

    /* A write of a former incarnation knows nothing of the members that joined since: it must not find that there is nobody to tell. */
    private boolean mayLead(WriterId name) {
        return (name.equals(writer) && lease.isValid()) || !rules.keeps(CoherenceRule.LEASE_BEFORE_WRITE);
    }

    @Override
    public void giveUp(WriterId incarnation, RoundId round) {
        synchronized (lock) {
            AwaitedRound still = awaited.get(round);
            if (incarnation.equals(round.writer()) && still != null && !still.isOver()) {
                late.givenUp(round, waited(still), core.missingAcks(round));
                step(new CoherenceEvent.RoundGivenUp(round));
            }
        }
    }

    private Duration waited(AwaitedRound round) {
        return Duration.ofNanos(ticker.getAsLong() - round.begunNanos);
    }

    void endWrite(long write) {
        synchronized (lock) {
            step(new CoherenceEvent.WriteEnds(write));
        }
    }

    /** Nobody knows whether the write was committed; its writer is fenced, and then it has ended, and the action is run. */
    void doubtWrite(long write, WriterId name, Runnable then) {
        synchronized (lock) {
            step(new CoherenceEvent.WriteInDoubt(write));
        }
        fences.fence(name, member -> {
            fenced(member);
            then.run();
        });
    }

    @Override
    public boolean leads() {
        synchronized (lock) {
            return core.roundsInFlight() > 0;
        }
    }

    // What reads ask.

    /** Whether an answer from the cache may be given now. */
    public boolean mayServe() {
        return lease.isValid() || !rules.keeps(CoherenceRule.LEASE_BEFORE_READ);
    }

    @Override
    public FillToken begin(FsPath path) {
        synchronized (lock) {
            return core.beginFill(path);
        }
    }

    @Override
    public boolean isUndisturbed(FillToken token) {
        synchronized (lock) {
            return core.isUndisturbed(token);
        }
    }

    @Override
    public boolean isAdmissible(FillToken token) {
        synchronized (lock) {
            return core.mayAdmit(token) && mayServe();
        }
    }

    /*
     * The lock is held for one part at a time, so that an INV, an ACK or a write waits for a bounded number of entries.
     *
     * Why this is as good as one hold: consider the moment of each part. The token is admissible then, so no INV that covers
     * what was read has been taken since the read began, and the lease holds: what the part admits is what is committed. An INV
     * that is taken later finds all that was admitted before it, and takes out what it covers, as ever. If it disturbs the token,
     * no part follows it. What is to be kept of many rows together, such as that a listing is complete, is one part's work.
     */
    @Override
    public boolean completeInParts(FillToken token, Admission admission) {
        while (true) {
            synchronized (lock) {
                boolean admits = isAdmissible(token);
                if (!admits || !admission.admitSome()) {
                    core.endFill(token);
                    return admits;
                }
            }
        }
    }

    @Override
    public void abandon(FillToken token) {
        synchronized (lock) {
            core.endFill(token);
        }
    }

    /** How it fares now. */
    public CoherenceFigures figures() {
        synchronized (lock) {
            return statistics.figures(lease.isValid(), core.admits(), core.view());
        }
    }

    /** The messages of its rounds, and how long they took. */
    public RoundMetrics metrics() {
        synchronized (lock) {
            return statistics.metrics();
        }
    }

    // What the core says.

    private void admitted() {
        awaitingAdmission.forEach(Waiting.Signal::give);
        awaitingAdmission.clear();
    }

    private void acknowledge(RoundId round) {
        statistics.acknowledged(round);
        tell(present -> present.acknowledge(round));
    }

    private void publish(Publish effect) {
        AwaitedRound round = awaited.get(effect.round());
        if (round != null) {
            round.published = true;
            statistics.published(effect.round());
        }
        tell(present -> present.publish(effect.round(), effect.scopes()));
    }

    private void endInv(RoundId round) {
        // One that a former incarnation published is removed by the member that fences that.
        if (round.writer().equals(writer)) {
            tell(present -> present.end(round));
        }
    }

    private void tell(Consumer<Session> message) {
        Session present = session;
        if (present != null) {
            message.accept(present);
        }
    }

    private void finish(RoundId round, Optional<Reason> failure) {
        AwaitedRound waitingFor = awaited.get(round);
        if (waitingFor != null && !waitingFor.isOver()) {
            waitingFor.failure = failure;
            waitingFor.over = true;
            waitingFor.signal.give();
        }
    }

    /** An attempt at a write, and why it must not go on. */
    record WriteAttempt(long write, Optional<Reason> refusal) {}

    /** Why a write must not resolve a path; if it may, whether it must lock the directories on the way. */
    record Touch(Optional<Reason> refusal, boolean locksOnTheWay) {}

    /** A round that a write waits for. */
    private static final class AwaitedRound {
        private final Waiting.Signal signal;
        private final long begunNanos;
        private volatile boolean over;
        private boolean published;
        private @Nullable WriterId lastAck;
        private volatile Optional<Reason> failure = Optional.empty();

        AwaitedRound(Waiting.Signal signal, long begunNanos) {
            this.signal = signal;
            this.begunNanos = begunNanos;
        }

        boolean isOver() {
            return over;
        }
    }
}
