package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.sharing.Line;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.client.tcp.WaitWatch;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The TCP transport, which reaches a deployment only while an instance of it is connected. Thread-safe. */
interface TcpPath extends Transport {
    /** Whether some connection would take a request to this deployment now. */
    boolean reaches(int deployment);

    /** Another deployment that a request could be sent to now; −1 if there is none. */
    int substituteFor(int deployment);

    /** How many instances of the deployment are connected and take requests. */
    int connections(int deployment);

    /** Connections that have ended without a goodbye so far. */
    long lost();

    /** Those of them that were of this deployment. */
    long lost(int deployment);

    /** Whether one of this deployment has ended without a goodbye within this time: its instance is then probably dead. */
    default boolean lostWithin(int deployment, Duration time) {
        return false;
    }

    /** When an instance of the deployment last reported a call by HTTP, by the client's clock; MIN_VALUE for never. */
    long activatedAt(int deployment);

    /** Whether any instance has ever connected. */
    boolean wasReached();

    /** As {@link #send(Attempt)}; the watch is called when the answer takes long. */
    default ResponseEnvelope send(Attempt attempt, WaitWatch watch) throws TransportException, InterruptedException {
        return send(attempt);
    }

    /** Sends the attempt and does not wait for the answer, where that is possible; null if it was not sent. */
    default @Nullable SentRequest begin(Attempt attempt) {
        return null;
    }

    /** The answer to a request of this method that {@link #begin} has sent, and nobody waited for, took so long. */
    default void answered(String method, long tookNanos) {}

    /**
     * The function of another instance that would take a request to this deployment now: the deployment itself, or one that
     * serves it without a cache; −1 if there is none.
     */
    default int elsewhere(int deployment, String instance) {
        return -1;
    }

    /** As {@link #send(Attempt)}, to another instance than this one. */
    default ResponseEnvelope sendElsewhere(Attempt copy, String instance)
            throws TransportException, InterruptedException {
        throw new TransportException(TransportException.Kind.LOST, "No other instance is connected");
    }

    /** A line to another process of this user that would pass a request on to this deployment now; null if there is none. */
    default @Nullable Line lineTo(int deployment) {
        return null;
    }

    /** As {@link #send(Attempt)}, over such a line. */
    default ResponseEnvelope send(Attempt attempt, Line line) throws TransportException, InterruptedException {
        throw new TransportException(TransportException.Kind.LOST, "Nothing is shared");
    }
}
