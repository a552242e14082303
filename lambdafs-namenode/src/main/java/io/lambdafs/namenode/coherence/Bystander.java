package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.CoherenceEvent.MemberDeparted;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.namenode.membership.Fences;
import io.lambdafs.store.WriterId;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A NameNode that keeps nothing: it joins so that the others see it, and fences those that depart. It publishes nothing.
 *
 * <p>It acknowledges nothing either. A NameNode with a cache would not hear of its writes, so it must not be admitted beside it.
 */
final class Bystander implements Participant {
    private final Fences fences;
    private @Nullable WriterId writer;
    private @Nullable Session session;

    Bystander(Fences fences) {
        this.fences = requireNonNull(fences, "fences");
    }

    @Override
    public synchronized void beginIncarnation(WriterId name, Supplier<Session> joining) {
        writer = name;
        session = joining.get();
    }

    @Override
    public void registered(CoherenceEvent.Registered event) {
        // Its writes wait for nobody.
    }

    @Override
    public boolean awaitsStrangers() {
        return false;
    }

    @Override
    public synchronized void happened(WriterId incarnation, CoherenceEvent event) {
        if (event instanceof MemberDeparted departed && incarnation.equals(writer)) {
            fences.fence(departed.member(), fenced -> {});
        }
    }

    @Override
    public void giveUp(WriterId incarnation, RoundId round) {
        throw new IllegalStateException("a NameNode that publishes nothing has no round " + round);
    }

    @Override
    public boolean leads() {
        return false;
    }

    @Override
    public synchronized Optional<Session> endIncarnation(WriterId incarnation) {
        Session ended = session;
        if (!incarnation.equals(writer) || ended == null) {
            return Optional.empty();
        }
        writer = null;
        session = null;
        return Optional.of(ended);
    }
}
