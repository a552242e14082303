package io.lambdafs.namenode.sim.port;

import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.Map;

/** Passes everything on to another session; for those that change one thing. */
class SessionAround implements Session {
    private final Session session;

    SessionAround(Session session) {
        this.session = session;
    }

    @Override
    public void publish(RoundId round, Map<Integer, Scope> scopes) {
        session.publish(round, scopes);
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
