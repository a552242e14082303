package io.lambdafs.namenode.load;

import static java.util.Objects.requireNonNull;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds how many requests of one user are carried out at once, so that a user who sends many requests, or slow ones,
 * leaves threads for others. What is answered from memory at once does not count. Useful where users prove who they
 * are: others would take another name. Thread-safe.
 */
public final class UserBounds implements RequestHandler {
    private final RequestHandler handler;
    private final int most;

    /** How many requests of each user are under way; of users with none there is no entry. */
    private final Map<String, Integer> underWay = new ConcurrentHashMap<>();

    /**
     * In front of this handler.
     *
     * @param most how many requests of one user are carried out at once, at least 1
     */
    public UserBounds(RequestHandler handler, int most) {
        this.handler = requireNonNull(handler, "handler");
        this.most = most;
        if (most < 1) {
            throw new IllegalArgumentException("every user must be allowed one request, not " + most);
        }
    }

    /** How many requests a user may have under way where there are so many threads: three quarters of them. */
    public static int ofThreads(int threads) {
        return Math.max(1, threads - threads / 4);
    }

    @Override
    public RequestEnvelope admitted(RequestEnvelope request) {
        return handler.admitted(request);
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        String user = request.caller().user();
        if (underWay.merge(user, 1, Integer::sum) > most) {
            ended(user);
            return ResponseEnvelope.failure(
                    request.id(),
                    ErrorCode.OVERLOADED,
                    "user " + user + " has " + most
                            + " requests under way at this NameNode, which is all that one user may have: send"
                            + " the request again");
        }
        try {
            return handler.handle(request);
        } finally {
            ended(user);
        }
    }

    private void ended(String user) {
        underWay.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        return handler.handleAtOnce(request);
    }

    @Override
    public boolean needsRefresh(RequestEnvelope request) {
        return handler.needsRefresh(request);
    }

    @Override
    public boolean refresh() {
        return handler.refresh();
    }

    @Override
    public boolean isShortRead(RequestEnvelope request) {
        return handler.isShortRead(request);
    }
}
