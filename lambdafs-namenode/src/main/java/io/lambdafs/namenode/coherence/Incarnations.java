package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.deployments.DeploymentNumber;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.namenode.membership.Background;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This NameNode's incarnations as a member: each is one writer's name in the store and one session at the coordinator, and
 * ends with the session. The next one begins at once, unless the NameNode was told to rest: then with its next request.
 * Thread-safe.
 */
public final class Incarnations implements WriterIdentity, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Incarnations.class);

    private final MetadataStore store;
    private final Coordinator coordinator;
    private final InstanceIdentity self;
    private final Participant node;
    private final Background background;
    private final CoherenceTimes times;
    private final Runnable agreement;
    private final Object lock = new Object();
    private @Nullable Incarnation present;
    private boolean beginning;
    private boolean reliedUpon;
    private boolean closed;
    private volatile boolean away;

    /**
     * What a member is made with.
     *
     * @param ticker nanoseconds since anything
     */
    public record Dependencies(
            MetadataStore store, Coordinator coordinator, Background background, LongSupplier ticker) {
        public Dependencies {
            requireNonNull(store, "store");
            requireNonNull(coordinator, "coordinator");
            requireNonNull(background, "background");
            requireNonNull(ticker, "ticker");
        }
    }

    /**
     * Those of an instance that takes part.
     *
     * @param agreement compares what must be the same in all of a cluster; throws {@link WrongDeploymentsException} if it is not
     */
    Incarnations(
            Dependencies dependencies,
            InstanceIdentity self,
            Participant node,
            CoherenceTimes times,
            Runnable agreement) {
        this.store = dependencies.store();
        this.coordinator = dependencies.coordinator();
        this.background = dependencies.background();
        this.self = requireNonNull(self, "self");
        this.node = requireNonNull(node, "node");
        this.times = requireNonNull(times, "times");
        this.agreement = requireNonNull(agreement, "agreement");
    }

    /** Those of an instance that keeps nothing: its writes wait for no other member, and no part of the namespace is its own. */
    public static Incarnations stateless(Dependencies around, InstanceIdentity self, CoherenceTimes times) {
        Bystander node = new Bystander(times.fences(around.store(), around.background()));
        return new Incarnations(around, self, node, times, () -> {});
    }

    /** Those of an instance that divides the namespace so; see {@link DeploymentNumber}. */
    public static Incarnations dividing(
            Dependencies around, InstanceIdentity self, CoherentNode node, CoherentParts.Settings settings) {
        DeploymentNumber number = new DeploymentNumber(around.store());
        int deployments = settings.partition().deployments();
        return new Incarnations(
                around,
                self,
                node,
                settings.times(),
                () -> number.require(deployments, "the instance " + self.label()));
    }

    /** Becomes a member without waiting for a first request. Returns at once. */
    public void start() {
        beginSoon();
    }

    /** A request has come: becomes a member again if it left. Costs one volatile read otherwise. */
    public void requested() {
        if (away) {
            away = false;
            beginSoon();
        }
    }

    /** Leaves until the next request, unless it leads a round. */
    public void rest() {
        Incarnation incarnation;
        synchronized (lock) {
            incarnation = present;
        }
        if (incarnation != null && !node.leads()) {
            Optional<Session> left = end(incarnation);
            // A request that comes now finds no incarnation, and begins the next one.
            away = true;
            left.ifPresent(Session::leave);
        }
    }

    @Override
    public WriterId current() {
        synchronized (lock) {
            Incarnation incarnation = present;
            if (incarnation != null) {
                return incarnation.writer;
            }
        }
        return begin().writer;
    }

    @Override
    public void fenced(WriterId refused) {
        Incarnation incarnation;
        synchronized (lock) {
            incarnation = present;
        }
        if (incarnation != null && incarnation.writer.equals(refused)) {
            // What was told stays until a member that hears of the departure has fenced the name, if nobody has.
            end(incarnation).ifPresent(Session::leave);
            beginSoon();
        }
    }

    /**
     * Gives up this name, one of whose commits may still take effect: the INVs stay until the returned action is run,
     * which is to be when the name is fenced.
     */
    Runnable doubted(WriterId name) {
        Incarnation incarnation;
        synchronized (lock) {
            incarnation = present;
        }
        if (incarnation == null || !incarnation.writer.equals(name)) {
            return () -> {};
        }
        Optional<Session> left = end(incarnation);
        beginSoon();
        return () -> left.ifPresent(Session::leave);
    }

    /** Gives the name up and leaves, if the store can be reached; if not, a member that sees the departure fences it. */
    @Override
    public void close() {
        Incarnation incarnation;
        synchronized (lock) {
            closed = true;
            incarnation = present;
        }
        if (incarnation == null) {
            return;
        }
        Optional<Session> left = end(incarnation);
        try {
            // What was told may be taken back only when no commit can follow.
            store.fence(incarnation.writer, times.retry());
            left.ifPresent(Session::leave);
        } catch (StoreException unreachable) {
            return;
        }
    }

    private void beginSoon() {
        background.soon(this::beginInBackground);
    }

    private void beginInBackground() {
        try {
            synchronized (lock) {
                if (closed || present != null) {
                    return;
                }
                if (beginning) {
                    reliedUpon = true;
                    return;
                }
            }
            begin();
        } catch (StoreException | CoordinatorException | WrongDeploymentsException unreachable) {
            background.after(times.retry(), this::beginInBackground);
        } catch (RuntimeException e) {
            // Without another attempt this would be no member until somebody writes.
            LOG.error("{} could not become a member, which is tried again", self, e);
            background.after(times.retry(), this::beginInBackground);
        }
    }

    /* A name that is refused is given up: it was never used. */
    private WriterId newName() {
        WriterId name = store.registerWriter(self.label());
        try {
            agreement.run();
            return name;
        } catch (WrongDeploymentsException refused) {
            store.fence(name, times.retry());
            throw refused;
        }
    }

    /* The store is asked outside of the lock; a thread that loses the race leaves a name behind that nobody ever used. */
    private Incarnation begin() {
        synchronized (lock) {
            beginning = true;
        }
        try {
            WriterId name = newName();
            synchronized (lock) {
                Incarnation incarnation = present;
                if (incarnation == null) {
                    incarnation = new Incarnation(name);
                    present = incarnation;
                    join(incarnation);
                }
                return incarnation;
            }
        } finally {
            if (leavesNone()) {
                background.after(times.retry(), this::beginInBackground);
            }
        }
    }

    /* Ends an attempt; tells whether it has failed and another was not made because of it. */
    private boolean leavesNone() {
        synchronized (lock) {
            boolean again = reliedUpon && present == null;
            reliedUpon = false;
            beginning = false;
            return again;
        }
    }

    private void join(Incarnation incarnation) {
        try {
            incarnation.join();
        } catch (CoordinatorException closing) {
            present = null;
            throw closing;
        }
    }

    /* Its session, which it is the caller's to leave; none if it was not the present one. */
    private Optional<Session> end(Incarnation incarnation) {
        synchronized (lock) {
            if (present != incarnation) {
                return Optional.empty();
            }
            present = null;
        }
        return node.endIncarnation(incarnation.writer);
    }

    private boolean isPresent(Incarnation incarnation) {
        synchronized (lock) {
            return present == incarnation;
        }
    }

    /** One name and its session; hands on what the coordinator tells, from when the session is known here. */
    private final class Incarnation implements Coordinator.Listener {
        private final WriterId writer;

        /** The members that it has heard of until it has asked for strangers, itself included; they may have gone since. */
        private final Set<WriterId> known = ConcurrentHashMap.newKeySet();

        private volatile boolean registered;
        private volatile boolean surveyed;

        Incarnation(WriterId writer) {
            this.writer = writer;
            known.add(writer);
        }

        void join() {
            Member member = self.as(writer);
            node.beginIncarnation(writer, () -> coordinator.join(member, this));
        }

        @Override
        public void registered(Set<Member> others, Set<Inv> existing) {
            registered = true;
            others.forEach(member -> known.add(member.writer()));
            node.registered(new CoherenceEvent.Registered(self.as(writer), others, existing));
            if (node.awaitsStrangers()) {
                background.soon(this::survey);
            } else {
                surveyed = true;
                known.clear();
            }
        }

        /* A NameNode that has vanished before may be about to commit; nobody but the store knows of it. */
        private void survey() {
            try {
                // Once more, now that those who change the number see this member.
                agreement.run();
                Set<WriterId> writers = store.openWriters(this::isStranger).stream()
                        .map(MetadataStore.Writer::id)
                        .collect(Collectors.toSet());
                surveyed = true;
                known.clear();
                node.happened(writer, new CoherenceEvent.OpenWriters(writers));
            } catch (StoreException unreachable) {
                surveyLater();
            } catch (WrongDeploymentsException changed) {
                end(this).ifPresent(Session::leave);
            } catch (RuntimeException e) {
                // Without another attempt this member would never be admitted.
                LOG.error("{} could not ask for open transactions, which is tried again", self, e);
                surveyLater();
            }
        }

        private void surveyLater() {
            if (isPresent(this)) {
                background.after(times.retry(), this::survey);
            }
        }

        private boolean isStranger(MetadataStore.Writer open) {
            return !known.contains(open.id()) && (open.label().isEmpty() || InstanceIdentity.isNameNode(open.label()));
        }

        @Override
        public void joined(Member member) {
            if (!surveyed) {
                known.add(member.writer());
            }
            node.happened(writer, new CoherenceEvent.MemberJoined(member));
        }

        @Override
        public void departed(WriterId member) {
            node.happened(writer, new CoherenceEvent.MemberDeparted(member));
        }

        @Override
        public void inv(Inv inv) {
            node.happened(writer, new CoherenceEvent.InvArrived(inv));
        }

        @Override
        public void ended(RoundId round) {
            node.happened(writer, new CoherenceEvent.InvEnded(round));
        }

        @Override
        public void acknowledged(RoundId round, WriterId by) {
            node.happened(writer, new CoherenceEvent.RoundAcknowledged(round, by));
        }

        @Override
        public void joinAcknowledged(WriterId by) {
            node.happened(writer, new CoherenceEvent.JoinAcknowledged(by));
        }

        @Override
        public void published(RoundId round) {
            // The ACKs tell.
        }

        @Override
        public void publishFailed(RoundId round, String reason) {
            node.giveUp(writer, round);
        }

        @Override
        public void lost() {
            // There is no session to leave: what it published is removed by the member that fences its name.
            if (end(this).isPresent()) {
                // What kept this one from joining probably keeps the next one, too, and each costs a name in the store.
                background.after(registered ? Duration.ZERO : times.retry(), Incarnations.this::beginInBackground);
            }
        }
    }
}
