package io.lambdafs.coordinate;

import java.time.Duration;
import java.util.List;

/**
 * Membership of the NameNodes of one cluster, with liveness by sessions. Thread-safe; one per process.
 *
 * <p>A session ends when the process does, when it has been out of touch for longer than the session time-out, or when it
 * closes. Everything the process registered vanishes with it.
 */
public interface Coordinator extends AutoCloseable {
    /**
     * Registers a member for as long as this process's session lasts. Returns when it is visible to others.
     *
     * @throws CoordinatorException if that cannot be done within the coordinator's bound
     */
    Registration register(Member member);

    /** The members registered now, in no particular order. */
    List<Member> members();

    /**
     * Calls the listener about joins and departures from now on, one call at a time, on a thread of the coordinator's;
     * first once for each member that is registered already. A departure is never missed, even over a lost session of
     * this process. The listener must not block for longer than it takes to hand the news on.
     */
    void watch(MembershipListener listener);

    /**
     * Ends the registrations of a member whose process is known to have ended, so that nobody waits for its session to end. All
     * watches and carriers hear of the departure. Returns when others see it; without effect if it is no member.
     *
     * <p>The caller must be certain that the process has ended: one that runs may serve from its cache until its lease is over,
     * and would be excused from INVs meanwhile. The caller fences the member's writer first, as everybody who acts on a death.
     *
     * @throws CoordinatorException if that cannot be done within the coordinator's bound
     */
    void expel(Member dead);

    /** The session time-out in force. */
    Duration sessionTimeout();

    @Override
    void close();

    /** A registration of this process. */
    interface Registration extends AutoCloseable {
        Member member();

        /** Whether the session under which it was made is not known to have ended. */
        boolean isAlive();

        /** Runs the action once, when the session is known to have ended: at once if it has. */
        void onLoss(Runnable action);

        /** Unregisters. */
        @Override
        void close();
    }

    /** Hears of joins and departures. */
    interface MembershipListener {
        void joined(Member member);

        void departed(Member member);
    }
}
