package io.lambdafs.store.rocks.net;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client of an engine. It has one connection at a time, which all callers share, and makes another one when the last has
 * broken. Thread-safe.
 */
public final class EngineClient implements AutoCloseable {
    /** The pause after the first failed attempt; each failure in a row doubles it. */
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int MOST_DOUBLINGS = 10;

    /** How often a request that was not sent is tried on another connection. */
    private static final int MOST_ATTEMPTS = 5;

    private final EngineAddress address;
    private final ClientBounds bounds;
    private final Connecting connecting;
    private final EngineGreeting greeting;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable EngineConnection current;
    private volatile boolean closed;
    private long lastNumber;
    private int failures;
    private long failedAt;
    private @Nullable EngineCallException refusal;

    private EngineClient(
            EngineAddress address, EngineCredentials credentials, ClientBounds bounds, EngineGreeting greeting) {
        this.greeting = greeting;
        this.address = address;
        this.bounds = bounds;
        this.connecting = new Connecting(address, credentials, bounds, new SecureRandom());
    }

    /**
     * A client that is connected.
     *
     * @throws EngineCallException NEVER_SENT if the engine cannot be reached within {@link ClientBounds#connect}, REFUSED if it
     *     does not take this client
     */
    public static EngineClient connect(EngineAddress address, Secret secret, ClientBounds bounds) {
        return connect(address, EngineCredentials.of(secret), bounds, EngineGreeting.NONE);
    }

    /** The same for a client that checks the engine each time that it connects, and refuses a wrong one. */
    public static EngineClient connect(
            EngineAddress address, EngineCredentials credentials, ClientBounds bounds, EngineGreeting greeting) {
        EngineClient client = new EngineClient(address, credentials, bounds, greeting);
        client.connection(bounds.connect());
        return client;
    }

    /**
     * Sends a request over the present connection or, if that has broken, over the next one, and waits for its answer. A request
     * that was not sent because the connection had broken is sent over the next one.
     *
     * @param bound how long to wait at most, with connecting
     * @throws EngineCallException if there is no answer; its fate says what is known of the request. If this thread was
     *     interrupted, it still is.
     * @throws IllegalArgumentException if the request is longer than a frame
     */
    public byte[] ask(byte[] request, Duration bound) {
        long start = System.nanoTime();
        for (int attempt = 1; true; attempt++) {
            Duration left = attempt == 1 ? bound : bound.minusNanos(System.nanoTime() - start);
            EngineConnection connection = connection(left);
            try {
                return connection.ask(request, left);
            } catch (EngineCallException e) {
                if (e.fate() != Fate.NEVER_SENT || connection.isOpen() || attempt == MOST_ATTEMPTS || closed) {
                    throw e;
                }
            }
        }
    }

    /**
     * As {@link #ask}, for a request that may be carried out twice. It is sent without a look whether the connection has broken, which
     * takes a call to the kernel, and once more if it had.
     */
    public byte[] askRepeatably(byte[] request, Duration bound) {
        EngineConnection present = current;
        if (present == null || !present.isOpen()) {
            return ask(request, bound);
        }
        long start = System.nanoTime();
        try {
            return present.ask(request, bound);
        } catch (EngineCallException e) {
            Duration left = bound.minusNanos(System.nanoTime() - start);
            if (present.isOpen() || closed || left.isNegative()) {
                throw e;
            }
            return ask(request, left);
        }
    }

    /**
     * Sends a request that gets no answer, over the present connection or the next one. Whether it arrives is not known.
     *
     * @throws EngineCallException NEVER_SENT or REFUSED
     * @throws IllegalArgumentException if the request is longer than a frame
     */
    public void tell(byte[] request) {
        connection(bounds.connect()).tell(request);
    }

    /**
     * The present connection or, if that has broken, the next one. One caller connects, and others wait for it.
     *
     * @param bound how long to wait at most; {@link ClientBounds#connect} is another bound
     * @throws EngineCallException NEVER_SENT or REFUSED
     */
    public EngineConnection connection(Duration bound) {
        EngineConnection present = current;
        if (present != null && present.isStillOpen()) {
            return present;
        }
        long nanos = Math.min(bound.toNanos(), bounds.connect().toNanos());
        try {
            if (!lock.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                throw unreachable("another caller is still trying to connect", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable("interrupted", e);
        }
        try {
            return connectionLocked(new Patience(nanos));
        } finally {
            lock.unlock();
        }
    }

    private EngineConnection connectionLocked(Patience patience) {
        EngineConnection present = current;
        if (present != null && present.isOpen()) {
            return present;
        }
        IOException failure = null;
        do {
            pause(patience);
            requireOpen();
            try {
                return attempt(patience);
            } catch (IOException e) {
                // An attempt that the bound has cut short says less than the one before.
                failure = failure == null || patience.isLeft() ? e : failure;
            }
        } while (patience.isLeft());
        throw unreachable(String.valueOf(failure.getMessage()), failure);
    }

    private EngineConnection attempt(Patience patience) throws IOException {
        try {
            EngineConnection made = connecting.connect(lastNumber + 1, patience);
            lastNumber++;
            greet(made, patience);
            failures = 0;
            current = made;
            if (closed) {
                made.lose("this client was closed");
            }
            return made;
        } catch (EngineCallException e) {
            failed(e.fate() == Fate.REFUSED ? e : null);
            throw e;
        } catch (IOException | RuntimeException e) {
            failed(null);
            throw e;
        }
    }

    private void greet(EngineConnection made, Patience patience) throws IOException {
        Optional<String> objection;
        try {
            objection = greeting.objection(made, Duration.ofNanos(Math.max(1, patience.nanos())));
        } catch (EngineCallException e) {
            made.lose("it did not answer the first request");
            throw new IOException(e.getMessage(), e);
        } catch (RuntimeException e) {
            made.lose("its answer to the first request was an error");
            throw e;
        }
        if (objection.isPresent()) {
            made.lose("it is the wrong engine");
            throw new EngineCallException(Fate.REFUSED, "the engine at " + address + " " + objection.get());
        }
    }

    private void failed(@Nullable EngineCallException refused) {
        refusal = refused;
        failures++;
        failedAt = System.nanoTime();
    }

    /** Waits until the next attempt may be made. So an engine that is dead is not asked again and again by many callers. */
    private void pause(Patience patience) {
        if (failures == 0) {
            return;
        }
        long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures - 1, MOST_DOUBLINGS));
        long left = failedAt + pause - System.nanoTime();
        EngineCallException refused = refusal;
        if (refused != null && left > 0) {
            throw new EngineCallException(Fate.REFUSED, String.valueOf(refused.getMessage()), refused);
        }
        while (left > 0 && patience.isLeft()) {
            if (Thread.currentThread().isInterrupted()) {
                throw unreachable("interrupted", null);
            }
            LockSupport.parkNanos(this, Math.min(left, patience.slice()));
            left = failedAt + pause - System.nanoTime();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new EngineCallException(Fate.NEVER_SENT, "this client of the engine at " + address + " was closed");
        }
    }

    private EngineCallException unreachable(String why, @Nullable Exception cause) {
        return new EngineCallException(
                Fate.NEVER_SENT, "no connection to the engine at " + address + ": " + why, cause);
    }

    /** Ends the connection, and fails the callers that wait. */
    @Override
    public void close() {
        closed = true;
        EngineConnection present = current;
        if (present != null) {
            present.lose("this client was closed");
        }
    }
}
