package io.lambdafs.coherence.walk;

import io.lambdafs.coherence.CoherenceEvent;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Registrations and INVs; a registered member hears of what happens, in the order in which it happens. */
final class WalkCoordinator {
    private final Map<WriterId, Registration> members = new TreeMap<>(Comparator.comparingLong(WriterId::value));
    private final Map<RoundId, Map<Integer, Scope>> invs = new TreeMap<>(RoundId.ORDER);

    private record Registration(Member member, Consumer<CoherenceEvent> listener) {}

    boolean isRegistered(WriterId writer) {
        return members.containsKey(writer);
    }

    void register(Member member, Consumer<CoherenceEvent> listener) {
        Set<Member> others = new HashSet<>();
        members.values().forEach(other -> {
            others.add(other.member());
            other.listener().accept(new CoherenceEvent.MemberJoined(member));
        });
        members.put(member.writer(), new Registration(member, listener));
        Set<Inv> existing = new HashSet<>();
        invs.forEach((round, scopes) -> {
            if (scopes.containsKey(member.deployment())) {
                existing.add(new Inv(round, scopes.get(member.deployment())));
            }
        });
        listener.accept(new CoherenceEvent.Registered(member, others, existing));
    }

    /** Ends a registration, be it that the member leaves or that its session is over. */
    void unregister(WriterId writer) {
        if (members.remove(writer) != null) {
            members.values().forEach(other -> other.listener().accept(new CoherenceEvent.MemberDeparted(writer)));
        }
    }

    /** Nothing, if the leader is not registered any more. */
    void publish(RoundId round, Map<Integer, Scope> scopes) {
        if (!isRegistered(round.writer())) {
            return;
        }
        invs.put(round, scopes);
        members.forEach((writer, other) -> {
            Scope scope = scopes.get(other.member().deployment());
            if (scope != null && !writer.equals(round.writer())) {
                other.listener().accept(new CoherenceEvent.InvArrived(new Inv(round, scope)));
            }
        });
    }

    void acknowledge(RoundId round, WriterId by) {
        Registration leader = members.get(round.writer());
        if (leader != null && invs.containsKey(round)) {
            leader.listener().accept(new CoherenceEvent.RoundAcknowledged(round, by));
        }
    }

    void acknowledgeJoin(WriterId joiner, WriterId by) {
        Registration registration = members.get(joiner);
        if (registration != null) {
            registration.listener().accept(new CoherenceEvent.JoinAcknowledged(by));
        }
    }

    void remove(RoundId round) {
        Map<Integer, Scope> scopes = invs.remove(round);
        if (scopes == null) {
            return;
        }
        members.values().stream()
                .filter(other -> scopes.containsKey(other.member().deployment()))
                .forEach(other -> other.listener().accept(new CoherenceEvent.InvEnded(round)));
    }
}
