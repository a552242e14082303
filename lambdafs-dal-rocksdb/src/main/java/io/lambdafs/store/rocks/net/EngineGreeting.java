package io.lambdafs.store.rocks.net;

import java.time.Duration;
import java.util.Optional;

/** What a client does on each of its connections, before any other request goes over it. */
@FunctionalInterface
public interface EngineGreeting {
    /** For clients that take any engine which knows the secret. */
    EngineGreeting NONE = (connection, bound) -> Optional.empty();

    /**
     * Looks at the engine of a new connection. Called by one thread at a time.
     *
     * @param bound how long that may take
     * @return why this engine is not the right one, as the end of a sentence about it and with what to do; nothing if it is
     * @throws EngineCallException if it does not answer; the client tries again
     */
    Optional<String> objection(EngineConnection connection, Duration bound);
}
