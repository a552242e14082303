package io.lambdafs.testkit.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.store.WriterId;
import java.util.Set;
import java.util.function.Consumer;

/** A member's listener that hands departures on and does nothing about all else. */
public final class DepartureListener implements Coordinator.Listener {
    private final Consumer<WriterId> departures;

    public DepartureListener(Consumer<WriterId> departures) {
        this.departures = requireNonNull(departures, "departures");
    }

    /** One that does nothing at all. */
    public static DepartureListener deaf() {
        return new DepartureListener(departed -> {});
    }

    @Override
    public void registered(Set<Member> others, Set<Inv> existing) {}

    @Override
    public void joined(Member member) {}

    @Override
    public void departed(WriterId member) {
        departures.accept(member);
    }

    @Override
    public void inv(Inv inv) {}

    @Override
    public void ended(RoundId round) {}

    @Override
    public void acknowledged(RoundId round, WriterId by) {}

    @Override
    public void joinAcknowledged(WriterId by) {}

    @Override
    public void published(RoundId round) {}

    @Override
    public void publishFailed(RoundId round, String reason) {}

    @Override
    public void lost() {}
}
