package io.lambdafs.namenode.sim.port;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A coordinator that says when a round begins to wait, and when a member is registered while others' rounds wait. */
public final class RoundWatch implements Coordinator {
    private final Coordinator coordinator;
    private final Rounds rounds;

    /** Hears of rounds; must not block. */
    public interface Rounds {
        /** A round is published, and waits for the members of these deployments. */
        void published(Set<Integer> deployments);

        /** A member is registered, and finds INVs of others. */
        void joinedInRound();
    }

    /** Around this coordinator. */
    public RoundWatch(Coordinator coordinator, Rounds rounds) {
        this.coordinator = coordinator;
        this.rounds = rounds;
    }

    @Override
    public Session join(Member self, Listener listener) {
        return new Watched(coordinator.join(self, new Watching(listener)));
    }

    @Override
    public List<Member> members() {
        return coordinator.members();
    }

    @Override
    public void expel(Member dead) {
        coordinator.expel(dead);
    }

    @Override
    public void close() {
        coordinator.close();
    }

    private final class Watched extends SessionAround {
        Watched(Session session) {
            super(session);
        }

        @Override
        public void publish(RoundId round, Map<Integer, Scope> scopes) {
            super.publish(round, scopes);
            rounds.published(scopes.keySet());
        }
    }

    private final class Watching implements Listener {
        private final Listener listener;

        Watching(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void registered(Set<Member> others, Set<Inv> existing) {
            if (!existing.isEmpty()) {
                rounds.joinedInRound();
            }
            listener.registered(others, existing);
        }

        @Override
        public void joined(Member member) {
            listener.joined(member);
        }

        @Override
        public void departed(WriterId member) {
            listener.departed(member);
        }

        @Override
        public void inv(Inv inv) {
            listener.inv(inv);
        }

        @Override
        public void ended(RoundId round) {
            listener.ended(round);
        }

        @Override
        public void acknowledged(RoundId round, WriterId by) {
            listener.acknowledged(round, by);
        }

        @Override
        public void joinAcknowledged(WriterId by) {
            listener.joinAcknowledged(by);
        }

        @Override
        public void published(RoundId round) {
            listener.published(round);
        }

        @Override
        public void publishFailed(RoundId round, String reason) {
            listener.publishFailed(round, reason);
        }

        @Override
        public void lost() {
            listener.lost();
        }
    }
}
