package io.lambdafs.namenode.sim;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.Map;

/**
 * A carrier that overlooks rounds of a former incarnation. Only a NameNode that does not check its lease asks for that, and
 * every carrier refuses it as a defect of the caller: the NameNode would fail before it breaks a promise.
 */
final class FormerRoundsUnpublished implements CoherenceCarrier {
    private final CoherenceCarrier carrier;

    FormerRoundsUnpublished(CoherenceCarrier carrier) {
        this.carrier = carrier;
    }

    @Override
    public Session join(Member self, Listener listener) {
        return new OwnRounds(self.writer(), carrier.join(self, listener));
    }

    @Override
    public void close() {
        carrier.close();
    }

    private record OwnRounds(WriterId writer, Session session) implements Session {
        @Override
        public void publish(RoundId round, Map<Integer, Scope> scopes) {
            if (round.writer().equals(writer)) {
                session.publish(round, scopes);
            }
        }

        @Override
        public void acknowledge(RoundId round) {
            session.acknowledge(round);
        }

        @Override
        public void end(RoundId round) {
            session.end(round);
        }

        @Override
        public void remove(RoundId round) {
            session.remove(round);
        }

        @Override
        public void acknowledgeJoin(WriterId joiner) {
            session.acknowledgeJoin(joiner);
        }

        @Override
        public long provenAliveNanos() {
            return session.provenAliveNanos();
        }

        @Override
        public Duration sessionTimeout() {
            return session.sessionTimeout();
        }

        @Override
        public void leave() {
            session.leave();
        }
    }
}
