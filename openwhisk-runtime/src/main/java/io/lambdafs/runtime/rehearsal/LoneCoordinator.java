package io.lambdafs.runtime.rehearsal;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * A coordinator that only this process knows: the member that joins is the only member, and its session never ends.
 *
 * @param ticker the ticker of the process, in nanoseconds
 * @param background tells listeners
 */
record LoneCoordinator(LongSupplier ticker, Executor background) implements Coordinator {
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    @Override
    public Session join(Member self, Listener listener) {
        // The member has to know its session first.
        background.execute(() -> listener.registered(Set.of(), Set.of()));
        return new LoneSession(ticker);
    }

    @Override
    public List<Member> members() {
        return List.of();
    }

    @Override
    public void expel(Member dead) {
        // Nobody is a member that could have died.
    }

    @Override
    public void close() {
        // Nothing is open.
    }

    /** There is nobody to tell anything. */
    private record LoneSession(LongSupplier ticker) implements Session {
        @Override
        public void publish(RoundId round, Map<Integer, Scope> scopes) {
            throw StageStore.readOnly();
        }

        @Override
        public void acknowledge(RoundId round) {
            throw StageStore.readOnly();
        }

        @Override
        public void end(RoundId round) {
            throw StageStore.readOnly();
        }

        @Override
        public void remove(RoundId round) {
            throw StageStore.readOnly();
        }

        @Override
        public void acknowledgeJoin(WriterId joiner) {
            throw StageStore.readOnly();
        }

        @Override
        public long provenAliveNanos() {
            return ticker.getAsLong();
        }

        @Override
        public Duration sessionTimeout() {
            return TIMEOUT;
        }

        @Override
        public void leave() {
            // Nobody hears of it.
        }
    }
}
