package io.lambdafs.coherence;

import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which NameNodes of a cluster are alive, and how they reach each other: joins, departures, INVs and ACKs. Thread-safe; one
 * per process.
 *
 * <p>A NameNode is a member while its session lives. A session ends when the member leaves, when its process ends, or when it
 * has been out of touch for longer than the session time-out.
 */
public interface Coordinator extends AutoCloseable {
    /**
     * Becomes a member: watches the INVs to the member's deployment, then registers, then lists the other members and the
     * INVs that exist. The listener hears of that list first ({@link Listener#registered}), then of everything that
     * happens after it, one call at a time, in the order in which the coordinator did it. Returns at once; the listener may
     * be called before.
     *
     * <p>Those who register have an order, however close together: of two, the later finds the earlier in its list, which
     * does not find the later but hears that it joined. For whom a member finds, it waits; whom it hears of, it acknowledges.
     *
     * <p>A member whose registration disappears, an INV that is published to its deployment or deleted, an ACK to its
     * round, an acknowledgement of its join: none is missed while the session lives. When the session is lost,
     * {@link Listener#lost} is the last call.
     *
     * @param self unique to this incarnation
     * @throws CoordinatorException if this coordinator is closed
     */
    Session join(Member self, Listener listener);

    /**
     * The members registered now, in no particular order; one need not be a member to ask.
     *
     * @throws CoordinatorException if that cannot be found out within the coordinator's bound
     */
    List<Member> members();

    /**
     * Ends the registrations of a member whose process is known to have ended, so that nobody waits for its session to end. All
     * members hear of the departure. Returns when others see it; without effect if it is no member.
     *
     * <p>The caller must be certain that the process has ended: one that runs may serve from its cache until its lease is over,
     * and would be excused from INVs meanwhile. The caller fences the member's writer first, as everybody who acts on a death.
     *
     * @throws CoordinatorException if that cannot be done within the coordinator's bound
     */
    void expel(Member dead);

    /** Leaves with every session of this process, and ends the connection; a second time has no effect. */
    @Override
    void close();

    /**
     * One incarnation's membership. No method blocks; requests to the coordinator are sent in the order of the calls and
     * may be sent together.
     */
    interface Session {
        /**
         * Publishes a round's INV to the members of these deployments, all or nothing. Durable: it outlives this session
         * until it is removed. {@link Listener#published} or {@link Listener#publishFailed} tells how that went. Not
         * before the listener has heard that this one is registered.
         */
        void publish(RoundId round, Map<Integer, Scope> scopes);

        /** Acknowledges another member's INV. */
        void acknowledge(RoundId round);

        /** Removes the INV of a round of one's own, published or not, and what was said about it. Tried while the session lives. */
        void end(RoundId round);

        /**
         * Removes the INV of a round whose leader is gone and fenced, and perhaps everything else that this leader left;
         * without effect if it is gone already.
         */
        void remove(RoundId round);

        /** Tells a member that joined that this one's INVs will reach it from now on. */
        void acknowledgeJoin(WriterId joiner);

        /**
         * When, by the ticker of the process, the latest request was sent whose answer proves that the session was
         * alive then. Such requests are sent often enough for the lease of coherence rule 8 to last while the
         * coordinator can be reached.
         */
        long provenAliveNanos();

        /** The session time-out in force. */
        Duration sessionTimeout();

        /**
         * Unregisters. No call of the listener follows. The INVs of rounds that have not been ended stay until somebody
         * removes them: their writes may yet be committed, until this incarnation has been fenced.
         */
        void leave();
    }

    /** Hears what happens; must not block. */
    interface Listener {
        /**
         * The registration is visible.
         *
         * @param others the members that registered before it, and perhaps some that have gone already, whose departure
         *     it will be told
         * @param existing the INVs to the own deployment that are not removed
         */
        void registered(Set<Member> others, Set<Inv> existing);

        void joined(Member member);

        /** A member's registration is gone; it may still run. */
        void departed(WriterId member);

        void inv(Inv inv);

        /** An INV to the own deployment was removed. */
        void ended(RoundId round);

        void acknowledged(RoundId round, WriterId by);

        void joinAcknowledged(WriterId by);

        void published(RoundId round);

        /** The INV may or may not have been published. */
        void publishFailed(RoundId round, String reason);

        /** The session is lost, or could not be begun within the coordinator's bound. */
        void lost();
    }
}
