package io.lambdafs.namenode.rpc;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Message;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Takes the requests of one client from the thread that reads them to the pool that answers them.
 *
 * <p>Waking a thread of the pool costs a good part of what a short read does. So while a client asks for one thing at a
 * time, the thread that reads answers its short reads itself: nobody waits behind it then.
 */
final class RequestDispatch {
    private final RequestHandler handler;
    private final Executor requests;
    private final int maxInFlight;
    private final Semaphore places;
    private final LoneCaller loneCaller = new LoneCaller();
    private final LongAdder served;

    RequestDispatch(RequestHandler handler, Executor requests, int maxInFlight, LongAdder served) {
        this.handler = handler;
        this.requests = requests;
        this.maxInFlight = maxInFlight;
        this.places = new Semaphore(maxInFlight);
        this.served = served;
    }

    /**
     * Answers the request: at once if it takes no more than memory, or is a short read of a client that asks for one thing
     * at a time; otherwise on another thread. To be called by the thread that reads. Blocks for a short read at most.
     *
     * @param reply may be called from any thread, also before this method returns
     * @throws MalformedEnvelopeException if the message is no request
     */
    void dispatch(Message message, Reply reply) throws MalformedEnvelopeException {
        RequestEnvelope request = RequestEnvelope.decode(message.bytes());
        Optional<ResponseEnvelope> atOnce = handler.handleAtOnce(request);
        if (atOnce.isPresent()) {
            served.increment();
            reply.soon(atOnce.get().encode());
            return;
        }
        boolean alone = loneCaller.noteRequest(places.availablePermits() < maxInFlight);
        if (!places.tryAcquire()) {
            reply.now(failure(request, ErrorCode.OVERLOADED, "Too many requests of this client are under way"));
            return;
        }
        if (alone && handler.isShortRead(request)) {
            answer(request, reply);
            return;
        }
        try {
            requests.execute(() -> answer(request, reply));
        } catch (RejectedExecutionException e) {
            places.release();
            reply.now(failure(request, ErrorCode.OVERLOADED, "Too many requests are under way"));
        }
    }

    private void answer(RequestEnvelope request, Reply reply) {
        byte[] response;
        try {
            response = handler.handle(request).encode();
        } catch (RuntimeException e) {
            // A client that gets no answer keeps waiting, and takes the connection for dead.
            response = failure(request, ErrorCode.INTERNAL, "internal error: " + e);
        } finally {
            places.release();
        }
        served.increment();
        reply.now(response);
    }

    private static byte[] failure(RequestEnvelope request, ErrorCode code, String message) {
        return ResponseEnvelope.failure(request.id(), code, message).encode();
    }
}
