package io.lambdafs.coordinator.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.InvCodec;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.Subscription;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One incarnation's membership, and the thread that keeps it: it writes what is to be said, looks, and waits a little. */
final class NdbSession implements Coordinator.Session {
    private static final Logger log = LoggerFactory.getLogger(NdbSession.class);

    /** The most that one round may say, to all deployments together. */
    private static final int MOST_BYTES = 512 * 1024;

    /** Two of these are the longest time without a sign of life. */
    private static final int BEATS_PER_TIMEOUT = 12;

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(20);
    private static final int LEAVING_ATTEMPTS = 3;

    private final Member self;
    private final Settings settings;
    private final NotifiedListener told;
    private final OwnRow row;
    private final NdbMembership membership;
    private final MemberOutbox outbox = new MemberOutbox();
    private final LookInterval pace;
    private volatile boolean registered;
    private volatile boolean over;

    /**
     * What is the same for all sessions of a coordinator.
     *
     * @param bound how long joining may take
     */
    record Settings(Transactions transactions, Events events, LongSupplier ticker, Duration timeout, Duration bound) {}

    NdbSession(Member self, Coordinator.Listener listener, Settings settings) {
        this.self = requireNonNull(self, "self");
        this.settings = settings;
        told = new NotifiedListener(requireNonNull(listener, "listener"));
        Registered first = new Registered(self, Registered.newRegistration(), settings.timeout(), 1);
        row = new OwnRow(settings.transactions(), settings.ticker(), first);
        membership = new NdbMembership(self, settings, told, row);
        pace = new LookInterval(settings.ticker());
    }

    /** Joins, stays, leaves: the whole life. */
    void run() {
        try {
            if (join()) {
                Events.Listening events = settings.events().listen(subscriptions(), outbox::ring);
                try {
                    stay();
                    leaveCluster();
                } finally {
                    events.close();
                }
            } else {
                leaveCluster();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            lose("a session failed", e);
        }
    }

    private boolean join() throws InterruptedException {
        long begun = settings.ticker().getAsLong();
        while (!outbox.isLeaving()) {
            try {
                membership.reach();
                NdbMembership.Found found = membership.register();
                registered = true;
                told.tell(listener -> listener.registered(found.others(), found.existing()));
                return true;
            } catch (StoreException | IllegalStateException e) {
                boolean begunRegistering =
                        row.silentNanos() < settings.timeout().toNanos();
                boolean late =
                        settings.ticker().getAsLong() - begun > settings.bound().toNanos();
                if (begunRegistering || late || !mayPass(e)) {
                    lose("could not join", e);
                    return false;
                }
                outbox.pause(PAUSE_AFTER_FAILURE);
            }
        }
        return false;
    }

    private static boolean mayPass(RuntimeException failure) {
        return failure instanceof StoreException said && said.kind().retriable();
    }

    /** What is of interest to this member: INVs to its deployment, acknowledgements to it, members. */
    private List<Subscription> subscriptions() {
        long deployment = self.deployment();
        long writer = self.writer().value();
        return List.of(
                new Subscription(CoordinationSchema.INVS, key -> key.get(0) == deployment && key.get(1) != writer),
                new Subscription(CoordinationSchema.ACKS, key -> key.get(0) == writer),
                new Subscription(CoordinationSchema.MEMBERS, key -> key.get(1) != writer));
    }

    private void stay() throws InterruptedException {
        while (!outbox.isLeaving()) {
            try {
                boolean again = turn();
                if (membership.isBusy()) {
                    pace.busy();
                }
                if (!again && outbox.await(pace.pause())) {
                    pace.busy();
                }
            } catch (StoreException e) {
                boolean overdue = row.silentNanos() > settings.timeout().toNanos();
                if (e.kind() == Kind.MISSING_ROW || overdue) {
                    lose("the registration is gone", e);
                    return;
                }
                outbox.pause(PAUSE_AFTER_FAILURE);
            }
        }
    }

    private boolean turn() {
        membership.publish(outbox.takeRounds());
        runErrands();
        return membership.look();
    }

    private void runErrands() {
        outbox.takeErrands().forEach(errand -> errand.accept(membership));
        membership.send(settings.timeout().dividedBy(BEATS_PER_TIMEOUT).toNanos());
    }

    private void lose(String why, RuntimeException cause) {
        over = true;
        log.atWarn()
                .setMessage("a session is lost: " + why)
                .addKeyValue("member", self)
                .setCause(cause)
                .log();
        told.tellLast(Coordinator.Listener::lost);
    }

    /** Says what was to be said before, and goes. What fails is left to others, who see the row unchanged. */
    private void leaveCluster() throws InterruptedException {
        over = true;
        for (int attempt = 1; attempt <= LEAVING_ATTEMPTS; attempt++) {
            try {
                if (registered && outbox.isLeaving()) {
                    do {
                        runErrands();
                    } while (membership.hasUnsent());
                }
                membership.leave();
                return;
            } catch (StoreException e) {
                if (e.kind() == Kind.MISSING_ROW) {
                    return;
                }
                Thread.sleep(PAUSE_AFTER_FAILURE.toMillis());
            }
        }
    }

    @Override
    public void publish(RoundId round, Map<Integer, Scope> scopes) {
        if (scopes.isEmpty() || !round.writer().equals(self.writer())) {
            throw new IllegalArgumentException("not a round of " + self.writer() + " to some deployment: " + round);
        }
        if (over || outbox.isLeaving()) {
            return;
        }
        if (!registered) {
            throw new IllegalStateException("a round of " + self.writer() + " before it is registered");
        }
        try {
            OwnRound own = new OwnRound(round, encoded(round, scopes));
            if (own.bytes() > MOST_BYTES) {
                fail(round, "the INV takes " + own.bytes() + " bytes, more than " + MOST_BYTES);
            } else if (!outbox.publish(own)) {
                fail(round, "too many rounds wait to be published");
            }
        } catch (CharacterCodingException e) {
            fail(round, "a path has no UTF-8");
        }
    }

    private static Map<Integer, byte[]> encoded(RoundId round, Map<Integer, Scope> scopes)
            throws CharacterCodingException {
        Map<Integer, byte[]> encoded = new HashMap<>();
        for (Map.Entry<Integer, Scope> scope : scopes.entrySet()) {
            encoded.put(scope.getKey(), InvCodec.encode(Map.of(round.number(), scope.getValue())));
        }
        return encoded;
    }

    private void fail(RoundId round, String reason) {
        errand(unimportant -> told.tell(listener -> listener.publishFailed(round, reason)));
    }

    private void errand(Consumer<NdbMembership> errand) {
        if (!over) {
            outbox.put(errand);
        }
    }

    @Override
    public void acknowledge(RoundId round) {
        errand(member -> member.acknowledge(round));
    }

    @Override
    public void end(RoundId round) {
        if (!outbox.takeBack(round)) {
            errand(member -> member.end(round));
        }
    }

    @Override
    public void remove(RoundId round) {
        errand(member -> member.remove(round));
    }

    @Override
    public void acknowledgeJoin(WriterId joiner) {
        errand(member -> member.acknowledgeJoin(joiner));
    }

    @Override
    public long provenAliveNanos() {
        return row.provenAliveNanos();
    }

    @Override
    public Duration sessionTimeout() {
        return settings.timeout();
    }

    @Override
    public void leave() {
        told.stop();
        outbox.leave();
    }
}
