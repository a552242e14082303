package io.lambdafs.coordinator.ndb;

import io.lambdafs.coherence.Coordinator.Listener;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener that is told things by one thread, until nothing more is to be told. */
final class NotifiedListener {
    private static final Logger log = LoggerFactory.getLogger(NotifiedListener.class);

    private final Listener listener;
    private volatile boolean stopped;

    NotifiedListener(Listener listener) {
        this.listener = listener;
    }

    void tell(Consumer<Listener> call) {
        if (stopped) {
            return;
        }
        try {
            call.accept(listener);
        } catch (RuntimeException | Error e) {
            // One that is not caught would end the thread.
            log.atError().setMessage("a coherence listener failed").setCause(e).log();
        }
    }

    /** Tells the last thing. */
    void tellLast(Consumer<Listener> call) {
        tell(call);
        stop();
    }

    /** Tells nothing more; callable from every thread. */
    void stop() {
        stopped = true;
    }
}
