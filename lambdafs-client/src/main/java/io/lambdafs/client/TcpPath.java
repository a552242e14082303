package io.lambdafs.client;

import io.lambdafs.client.sharing.Line;
import io.lambdafs.wire.ResponseEnvelope;
import org.jspecify.annotations.Nullable;

/** The TCP transport, which reaches a deployment only while an instance of it is connected. Thread-safe. */
interface TcpPath extends Transport {
    /** Whether some connection would take a request to this deployment now. */
    boolean reaches(int deployment);

    /** Another deployment that a request could be sent to now; −1 if there is none. */
    int substituteFor(int deployment);

    /** Connections that have ended without a goodbye so far. */
    long lost();

    /** Those of them that were of this deployment. */
    long lost(int deployment);

    /** When an instance of the deployment last told of a call by HTTP, by the client's clock; MIN_VALUE for never. */
    long activatedAt(int deployment);

    /** Whether any instance has ever connected. */
    boolean wasReached();

    /** A line to another process of this user that would pass a request on to this deployment now; null if there is none. */
    default @Nullable Line lineTo(int deployment) {
        return null;
    }

    /** As {@link #send(Attempt)}, over such a line. */
    default ResponseEnvelope send(Attempt attempt, Line line) throws TransportException, InterruptedException {
        throw new TransportException(TransportException.Kind.LOST, "Nothing is shared");
    }
}
