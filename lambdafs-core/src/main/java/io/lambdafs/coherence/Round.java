package io.lambdafs.coherence;

import io.lambdafs.store.WriterId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** A round that this NameNode leads. */
final class Round {
    /** How far it is. */
    enum State {
        /** Waits for own writes below its prefixes. */
        QUIESCING,
        /** Waits for ACKs. */
        PUBLISHED,
        /** Its write may commit. */
        COMPLETE,
        /** Its write must roll back. */
        FAILED
    }

    private final RoundId id;
    private final Scope scope;
    private final Set<WriterId> needed = new HashSet<>();
    private State state = State.QUIESCING;
    private boolean published;

    Round(RoundId id, Scope scope) {
        this.id = id;
        this.scope = scope;
    }

    RoundId id() {
        return id;
    }

    Scope scope() {
        return scope;
    }

    State state() {
        return state;
    }

    /** Whether its write still waits for it. */
    boolean isOpen() {
        return state == State.QUIESCING || state == State.PUBLISHED;
    }

    boolean wasPublished() {
        return published;
    }

    /** Members without whose ACKs it is not complete. */
    Set<WriterId> missing() {
        return Set.copyOf(needed);
    }

    void publishTo(Collection<WriterId> members) {
        needed.addAll(members);
        state = State.PUBLISHED;
        published = true;
    }

    /** This member's ACK has come, or is not needed any more; tells whether that was the last one. */
    boolean satisfied(WriterId by) {
        return needed.remove(by) && needed.isEmpty() && state == State.PUBLISHED;
    }

    void complete() {
        state = State.COMPLETE;
    }

    void fail() {
        state = State.FAILED;
    }
}
