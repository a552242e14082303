package io.lambdafs.namenode.rpc;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Invitation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The requests of one connection, and the invitations that came over it. An invitation takes effect when the next
 * request over the connection comes from a caller who may have this instance connect somewhere, and lapses otherwise. A
 * client's right may have ended since it connected. Thread-safe.
 */
final class HeldInvitations implements RequestHandler {
    /** Clients invite on behalf of no more servers than this within a second. */
    private static final int MOST = 64;

    private final RequestHandler handler;
    private final Consumer<Invitation> accepted;
    private final Deque<Invitation> held = new ArrayDeque<>();
    private volatile boolean holding;

    /**
     * None yet.
     *
     * @param handler answers requests
     * @param accepted takes invitations that take effect; must not wait
     */
    HeldInvitations(RequestHandler handler, Consumer<Invitation> accepted) {
        this.handler = handler;
        this.accepted = accepted;
    }

    /** An invitation came. Of more than a few, the oldest is forgotten; clients repeat what has no effect. */
    void hold(Invitation invitation) {
        synchronized (held) {
            if (held.size() == MOST) {
                held.remove();
            }
            held.add(invitation);
            holding = true;
        }
    }

    private ResponseEnvelope answered(RequestEnvelope request, ResponseEnvelope answer) {
        if (holding) {
            boolean known = handler.mayBeCalledBack(request, answer);
            synchronized (held) {
                if (known) {
                    held.forEach(accepted);
                }
                held.clear();
                holding = false;
            }
        }
        return answer;
    }

    @Override
    public ResponseEnvelope handle(RequestEnvelope request) {
        return answered(request, handler.handle(request));
    }

    @Override
    public Optional<ResponseEnvelope> handleAtOnce(RequestEnvelope request) {
        Optional<ResponseEnvelope> answer = handler.handleAtOnce(request);
        answer.ifPresent(present -> answered(request, present));
        return answer;
    }

    @Override
    public RequestEnvelope admitted(RequestEnvelope request) {
        return handler.admitted(request);
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

    @Override
    public boolean mayBeCalledBack(RequestEnvelope request, ResponseEnvelope answer) {
        return handler.mayBeCalledBack(request, answer);
    }
}
