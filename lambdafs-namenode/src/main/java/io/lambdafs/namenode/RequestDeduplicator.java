package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the answers to requests, so that one that comes again is not run again. Thread-safe.
 *
 * <p>A client sends a request again when its answer takes long or is lost. While the first is under way, the second waits
 * for it and gets its answer; later it gets the remembered one. It lies in front of the outcomes that the store keeps of
 * writes: those hold for good and for all NameNodes, this saves the round trips, and the work of slow reads.
 *
 * <p>A refusal is remembered too: if the request ran again when the first answer is already with the client, a write that
 * its client takes for refused might be carried out. What may be sent again by its error code is not, because then it is
 * meant to be run again.
 */
public final class RequestDeduplicator {
    /** What an answer takes up besides its payload. */
    private static final int OVERHEAD_BYTES = 400;

    /** No answer may take up more than this share of the space. */
    private static final int LARGEST_SHARE = 8;

    private final long maxBytes;
    private final Duration longestWait;
    private final Map<Key, Answer> answers = new ConcurrentHashMap<>();
    private final LongAdder repeated = new LongAdder();

    /** The remembered ones, the oldest first; with their size guarded by itself. */
    private final Deque<Remembered> remembered = new ArrayDeque<>();

    private long bytes;

    /**
     * A deduplicator.
     *
     * @param maxBytes what the remembered answers may take up
     * @param longestWait how long a request waits for an earlier one of the same id
     */
    public RequestDeduplicator(long maxBytes, Duration longestWait) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("maxBytes must not be negative: " + maxBytes);
        }
        this.maxBytes = maxBytes;
        this.longestWait = requireNonNull(longestWait, "longestWait");
    }

    /** Remembers up to 8 MiB, and waits as long as a store transaction may last. */
    public static RequestDeduplicator defaults() {
        return new RequestDeduplicator(8L << 20, Duration.ofSeconds(30));
    }

    /** Number of requests that were not run because they had been. */
    public long repeated() {
        return repeated.sum();
    }

    /** What the remembered answers take up. */
    public long bytes() {
        synchronized (remembered) {
            return bytes;
        }
    }

    /**
     * The answer to the request: the work's, unless the same request was or is being answered.
     *
     * @param work does not throw
     */
    public ResponseEnvelope once(RequestEnvelope request, Function<RequestEnvelope, ResponseEnvelope> work) {
        Key key = new Key(
                request.id(),
                request.method(),
                request.caller().user(),
                Authentication.of(request),
                request.life().isDated());
        Answer mine = new Answer();
        Answer first = answers.putIfAbsent(key, mine);
        if (first != null) {
            ResponseEnvelope known = first.await(request, longestWait);
            if (request.isResubmission() && !known.isSettled()) {
                // Of another submission, elsewhere, it says nothing; what this one comes to is recorded.
                return work.apply(request);
            }
            repeated.increment();
            return known;
        }
        ResponseEnvelope response = null;
        try {
            response = work.apply(request);
        } finally {
            end(key, mine, response);
        }
        return response;
    }

    private void end(Key key, Answer answer, @Nullable ResponseEnvelope response) {
        if (response == null) {
            answers.remove(key);
            answer.complete(failure(key.id, ErrorCode.INTERNAL, "the request failed"));
            return;
        }
        int size = OVERHEAD_BYTES + response.payload().length;
        if (isFinal(response) && size <= maxBytes / LARGEST_SHARE) {
            remember(new Remembered(key, size));
        } else {
            answers.remove(key);
        }
        answer.complete(response);
    }

    private static boolean isFinal(ResponseEnvelope response) {
        ErrorCode error = response.error();
        return error == null || error.kind() == ErrorCode.Kind.USER;
    }

    private void remember(Remembered latest) {
        synchronized (remembered) {
            remembered.addLast(latest);
            bytes += latest.size;
            while (bytes > maxBytes) {
                Remembered oldest = remembered.removeFirst();
                answers.remove(oldest.key);
                bytes -= oldest.size;
            }
        }
    }

    private static ResponseEnvelope failure(RequestId id, ErrorCode code, String message) {
        return ResponseEnvelope.failure(id, code, message);
    }

    /**
     * The identity of a request. It has the method, the user and the way of authentication, so that no user gets
     * another user's answer by guessing a number. An undated write is refused, whatever becomes of the same request
     * once it is dated.
     */
    private record Key(RequestId id, String method, String user, Authentication authentication, boolean dated) {
        // As of INodeId.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key
                    && id.equals(key.id)
                    && dated == key.dated
                    && authentication == key.authentication
                    && method.equals(key.method)
                    && user.equals(key.user);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    private record Remembered(Key key, int size) {}

    /** The answer to a request, once there is one. */
    private static final class Answer extends CompletableFuture<ResponseEnvelope> {
        ResponseEnvelope await(RequestEnvelope request, Duration longest) {
            try {
                return get(longest.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return failure(request.id(), ErrorCode.OVERLOADED, "The same request has been under way for long");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return failure(request.id(), ErrorCode.NAMENODE_FENCED, "This instance is going away");
            } catch (ExecutionException e) {
                throw new IllegalStateException("an answer is never a failure by itself", e);
            }
        }
    }
}
