package io.lambdafs.namenode.sim.port;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.Map;

/**
 * A coordinator that overlooks rounds of a former incarnation. Only a NameNode that does not check its lease asks for that, and
 * every coordinator refuses it as a defect of the caller: the NameNode would fail before it breaks a promise.
 */
public final class FormerRoundsUnpublished implements Coordinator {
    private final Coordinator coordinator;

    /** Around this coordinator. */
    public FormerRoundsUnpublished(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    @Override
    public Session join(Member self, Listener listener) {
        return new OwnRounds(self.writer(), coordinator.join(self, listener));
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
