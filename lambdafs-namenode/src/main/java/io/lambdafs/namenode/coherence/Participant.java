package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a NameNode is while it is a member: a {@link CoherentNode} takes part in the coherence protocol, a {@link Bystander} is
 * seen and nothing else. {@link Incarnations} tells it what its sessions bring. Thread-safe.
 */
public interface Participant {
    /** Begins a new incarnation; what its session tells waits until it is known here. */
    void beginIncarnation(WriterId name, Supplier<Session> joining);

    /** The present incarnation is registered. */
    void registered(CoherenceEvent.Registered event);

    /** Whether it waits for {@link CoherenceEvent.OpenWriters} when it is registered. */
    boolean awaitsStrangers();

    /** Something else happened to this incarnation; without effect if it is not the present one. */
    void happened(WriterId incarnation, CoherenceEvent event);

    /** The round's INV could not be published, or it took too long; without effect if it is over. */
    void giveUp(WriterId incarnation, RoundId round);

    /** Whether a round of it has not ended. */
    boolean leads();

    /** The incarnation is over: it is nobody's member any more. Its session, to be left; none if it was not the present one. */
    Optional<Session> endIncarnation(WriterId incarnation);
}
