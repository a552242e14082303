package io.lambdafs.namenode.sim.port;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.WriterId;
import java.util.Map;

/**
 * A carrier that overlooks rounds of a former incarnation. Only a NameNode that does not check its lease asks for that, and
 * every carrier refuses it as a defect of the caller: the NameNode would fail before it breaks a promise.
 */
public final class FormerRoundsUnpublished implements CoherenceCarrier {
    private final CoherenceCarrier carrier;

    /** Around this carrier. */
    public FormerRoundsUnpublished(CoherenceCarrier carrier) {
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

    private static final class OwnRounds extends SessionAround {
        private final WriterId writer;

        OwnRounds(WriterId writer, Session session) {
            super(session);
            this.writer = writer;
        }

        @Override
        public void publish(RoundId round, Map<Integer, Scope> scopes) {
            if (round.writer().equals(writer)) {
                super.publish(round, scopes);
            }
        }
    }
}
