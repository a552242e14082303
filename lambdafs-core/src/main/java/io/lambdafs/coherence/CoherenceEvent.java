package io.lambdafs.coherence;

import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.util.Set;

/** What happens to one NameNode, as far as coherence goes. */
public sealed interface CoherenceEvent {
    /** A new incarnation is registered; these are the others, and the INVs to its deployment that exist. */
    record Registered(Member self, Set<Member> others, Set<Inv> existing) implements CoherenceEvent {
        public Registered {
            others = Set.copyOf(others);
            existing = Set.copyOf(existing);
        }
    }

    /**
     * These writers had transactions open at some moment after {@link Registered}; it may name more. Due once to each
     * incarnation, which admits nothing before it: somebody who was gone when it registered may be about to commit, and
     * has told only those who were members then.
     */
    record OpenWriters(Set<WriterId> writers) implements CoherenceEvent {
        public OpenWriters {
            writers = Set.copyOf(writers);
        }
    }

    /** Another member registered. */
    record MemberJoined(Member member) implements CoherenceEvent {}

    /** A member's registration is gone. */
    record MemberDeparted(WriterId member) implements CoherenceEvent {}

    /** A writer was fenced: its transactions have ended, and it cannot begin another. May be one's own former name. */
    record MemberFenced(WriterId member) implements CoherenceEvent {}

    /** A member has put this one into its view. */
    record JoinAcknowledged(WriterId by) implements CoherenceEvent {}

    /** An INV to the own deployment was published by another incarnation. */
    record InvArrived(Inv inv) implements CoherenceEvent {}

    /** An INV to the own deployment was removed. */
    record InvEnded(RoundId round) implements CoherenceEvent {}

    /**
     * A write of this NameNode holds its writer's row, and is about to resolve these paths.
     *
     * @param write names the attempt, uniquely within the process
     * @param writer under which it holds the row
     * @param leaseValid whether the lease was valid when asked after the row was held
     */
    record WriteBegins(long write, WriterId writer, Set<FsPath> paths, boolean leaseValid) implements CoherenceEvent {
        public WriteBegins {
            paths = Set.copyOf(paths);
        }
    }

    /**
     * The write turns out to concern a further path, which it will resolve again after this.
     *
     * @param byLocks whether it locks the directories on the way in any case
     */
    record WriteTouches(long write, FsPath path, boolean byLocks) implements CoherenceEvent {
        public WriteTouches(long write, FsPath path) {
            this(write, path, false);
        }
    }

    /** The write has done all but to commit: it holds every lock that it needs, and its rounds are over. */
    record WriteSeals(long write) implements CoherenceEvent {}

    /** The write is going to change what the scope covers, once every cache has forgotten it. */
    record RoundBegins(long write, RoundId round, Scope scope) implements CoherenceEvent {}

    /** A member has acknowledged a round of this NameNode. */
    record RoundAcknowledged(RoundId round, WriterId by) implements CoherenceEvent {}

    /** The round can go on no further: its INV could not be published, or its time is over. */
    record RoundGivenUp(RoundId round) implements CoherenceEvent {}

    /** The transaction of the write has ended, committed or rolled back. */
    record WriteEnds(long write) implements CoherenceEvent {}

    /**
     * Nobody knows whether and when the write's commit takes effect; {@link MemberFenced} of its writer ends it. The caller
     * has it fenced.
     */
    record WriteInDoubt(long write) implements CoherenceEvent {}

    /** The session is lost: nobody reaches this NameNode any more. */
    record SessionLost() implements CoherenceEvent {}
}
