package io.lambdafs.testkit.sim;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A coordinator that writes into the trace what passes through it, and tells some of it twice. */
public final class TracedCoordinator implements Coordinator {
    private final Coordinator coordinator;
    private final SimScheduler scheduler;
    private final SimProcess process;
    private final BooleanSupplier repeats;

    /**
     * Around the coordinator of a process.
     *
     * @param repeats whether the next event is told once more: stricter than the port, which tells each once
     */
    public TracedCoordinator(
            Coordinator coordinator, SimScheduler scheduler, SimProcess process, BooleanSupplier repeats) {
        this.coordinator = coordinator;
        this.scheduler = scheduler;
        this.process = process;
        this.repeats = repeats;
    }

    private void note(String what, Object... details) {
        scheduler.note(process + " " + what, details);
    }

    @Override
    public Session join(Member self, Listener listener) {
        note("joins as", self);
        return new TracedSession(coordinator.join(self, new TracedListener(listener)));
    }

    @Override
    public List<Member> members() {
        return coordinator.members();
    }

    @Override
    public void expel(Member dead) {
        note("expels", dead);
        coordinator.expel(dead);
    }

    @Override
    public void close() {
        coordinator.close();
    }

    private final class TracedSession implements Session {
        private final Session session;

        TracedSession(Session session) {
            this.session = session;
        }

        @Override
        public void publish(RoundId round, Map<Integer, Scope> scopes) {
            note("publishes", round, scopes);
            session.publish(round, scopes);
        }

        @Override
        public void acknowledge(RoundId round) {
            note("acknowledges", round);
            session.acknowledge(round);
        }

        @Override
        public void end(RoundId round) {
            note("ends", round);
            session.end(round);
        }

        @Override
        public void remove(RoundId round) {
            note("removes", round);
            session.remove(round);
        }

        @Override
        public void acknowledgeJoin(WriterId joiner) {
            note("acknowledges the join of", joiner);
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
            note("leaves");
            session.leave();
        }
    }

    private final class TracedListener implements Listener {
        private final Listener listener;

        TracedListener(Listener listener) {
            this.listener = listener;
        }

        private void tell(Runnable event) {
            event.run();
            if (repeats.getAsBoolean()) {
                note("hears that again");
                event.run();
            }
        }

        @Override
        public void registered(Set<Member> others, Set<Inv> existing) {
            note("is registered;", others, existing);
            listener.registered(others, existing);
        }

        @Override
        public void joined(Member member) {
            note("hears joined", member);
            tell(() -> listener.joined(member));
        }

        @Override
        public void departed(WriterId member) {
            note("hears departed", member);
            tell(() -> listener.departed(member));
        }

        @Override
        public void inv(Inv inv) {
            note("hears", inv);
            tell(() -> listener.inv(inv));
        }

        @Override
        public void ended(RoundId round) {
            note("hears ended", round);
            tell(() -> listener.ended(round));
        }

        @Override
        public void acknowledged(RoundId round, WriterId by) {
            note("hears ACK of", round, by);
            tell(() -> listener.acknowledged(round, by));
        }

        @Override
        public void joinAcknowledged(WriterId by) {
            note("hears its join acknowledged by", by);
            tell(() -> listener.joinAcknowledged(by));
        }

        @Override
        public void published(RoundId round) {
            tell(() -> listener.published(round));
        }

        @Override
        public void publishFailed(RoundId round, String reason) {
            note("hears publishing failed", round, reason);
            listener.publishFailed(round, reason);
        }

        @Override
        public void lost() {
            note("hears its session is lost");
            listener.lost();
        }
    }
}
