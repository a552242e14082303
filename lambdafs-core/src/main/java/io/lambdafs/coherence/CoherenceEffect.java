package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What a NameNode is to do after an event, in the order given; each before the next event is taken. */
public sealed interface CoherenceEffect {
    /** Forget what is cached of this. */
    record Invalidate(Scope scope) implements CoherenceEffect {}

    /** Forget everything. */
    record ClearCache() implements CoherenceEffect {}

    /** From now on fills are admitted and writes are executed. */
    record Admit() implements CoherenceEffect {}

    /** Acknowledge this INV to its leader. */
    record Acknowledge(RoundId round) implements CoherenceEffect {}

    /** Acknowledge this member's join. */
    record AcknowledgeJoin(WriterId joiner) implements CoherenceEffect {}

    /** Publish an INV to these deployments, whose order is that of their numbers. */
    record Publish(RoundId round, Map<Integer, Scope> scopes) implements CoherenceEffect {
        public Publish {
            scopes = Collections.unmodifiableSortedMap(new TreeMap<>(scopes));
        }
    }

    /** Every cache has forgotten what the round covers, and caches none of it again before its end: the write may commit. */
    record RoundComplete(RoundId round) implements CoherenceEffect {}

    /** The write must roll back, and may be tried again. */
    record RoundFailed(RoundId round, Reason reason) implements CoherenceEffect {}

    /** Remove the INV of this own round. */
    record EndInv(RoundId round) implements CoherenceEffect {}

    /** Remove the INV that a member left which is gone and fenced. */
    record RemoveInv(RoundId round) implements CoherenceEffect {}

    /** Fence this writer in the background, and report {@link CoherenceEvent.MemberFenced}; try until that succeeds. */
    record Fence(WriterId member) implements CoherenceEffect {}

    /**
     * The write that asked may go on if it locks the directories on the way to this path, and reads them under the locks: one of
     * them is about to get another owner or permission.
     */
    record LockOnTheWay(long write, FsPath path) implements CoherenceEffect {}

    /** The write that asked may go on. */
    record WriteAdmitted(long write) implements CoherenceEffect {}

    /** The write that asked must not go on; its client may try again. */
    record WriteRefused(long write, Reason reason) implements CoherenceEffect {}

    /** Why a write or a round is not to go on; each passes by itself. */
    enum Reason {
        /** This NameNode cannot prove that its session lives. */
        NO_LEASE,
        /** Not every member has acknowledged this NameNode's join yet. */
        NOT_JOINED,
        /** A subtree operation is under way above. */
        SUBTREE_PENDING,
        /** A directory that the write resolved without a lock gets another owner or permission. */
        CROSSED,
        /** Another subtree operation, each waiting for the other, goes first. */
        YIELDED,
        /** The INV could not be published, or was not acknowledged in time. */
        GIVEN_UP,
        /** The session was lost while the round ran. */
        SESSION_LOST
    }
}
