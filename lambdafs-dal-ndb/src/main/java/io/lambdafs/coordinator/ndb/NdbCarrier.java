package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coordinate.Member;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A carrier on an NDB cluster. Each session has a thread, on which its listener is called. */
final class NdbCarrier implements CoherenceCarrier {
    private static final Duration LONGEST_LEAVING = Duration.ofSeconds(5);

    private final NdbSession.Settings settings;
    private final Map<NdbSession, Thread> sessions = new ConcurrentHashMap<>();

    NdbCarrier(NdbSession.Settings settings) {
        this.settings = settings;
    }

    @Override
    public Session join(Member self, Listener listener) {
        NdbSession session = new NdbSession(self, listener, settings);
        Thread thread = new Thread(
                () -> {
                    session.run();
                    sessions.remove(session);
                },
                "coherence-" + self.writer().value());
        thread.setDaemon(true);
        sessions.put(session, thread);
        thread.start();
        return session;
    }

    /** Lets every session look at once. */
    void ring() {
        sessions.keySet().forEach(NdbSession::ring);
    }

    /** Leaves, and waits a bounded time until others can see it. */
    @Override
    public void close() {
        sessions.keySet().forEach(NdbSession::leave);
        long deadline = System.nanoTime() + LONGEST_LEAVING.toNanos();
        for (Thread thread : sessions.values()) {
            try {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                thread.join(Math.max(1, left));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
