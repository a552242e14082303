package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.net.EngineConnection;
import io.lambdafs.store.rocks.net.EngineGreeting;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.EngineOperations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accepts the first engine that answers, and rejects each later one with another file system. A process caches rows and numbers of its
 * engine, which would be wrong in another file system.
 */
final class SameEngine implements EngineGreeting {
    private volatile @Nullable ClusterIdentity first;

    @Override
    public Optional<String> objection(EngineConnection connection, Duration bound) {
        byte[] answer = connection.ask(EngineMessages.ask(EngineOperations.IDENTITY, Done.DONE), bound);
        ClusterIdentity present =
                EngineMessages.answer(EngineOperations.IDENTITY, new Decoder(answer, 0, answer.length));
        ClusterIdentity known = first;
        if (known == null) {
            first = present;
            return Optional.empty();
        }
        return known.equals(present)
                ? Optional.empty()
                : Optional.of("has the file system " + present.clusterId() + " now, and this process has begun with "
                        + known.clusterId()
                        + ": start the engine with the data directory that it had, or restart this process");
    }

    /** The identity of the engine's file system; known once a client has connected. */
    ClusterIdentity identity() {
        ClusterIdentity known = first;
        if (known == null) {
            throw new IllegalStateException("no connection has been made");
        }
        return known;
    }
}
