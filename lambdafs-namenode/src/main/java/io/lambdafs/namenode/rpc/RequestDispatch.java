package io.lambdafs.namenode.rpc;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Message;
import java.util.ArrayList;
import java.util.List;
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
    /** As many of one client as share a refresh at most. */
    private static final int MOST_GATHERED = 256;

    private final RequestHandler handler;
    private final Executor requests;
    private final int maxInFlight;
    private final Semaphore places;
    private final LoneCaller loneCaller = new LoneCaller();
    private final List<Gathered> gathered = new ArrayList<>();
    private final LongAdder served;
    private final int answers;

    /**
     * For one client.
     *
     * @param answers the newest version of {@link ResponseEnvelope} that the client reads
     */
    RequestDispatch(RequestHandler handler, Executor requests, int maxInFlight, LongAdder served, int answers) {
        this.answers = answers;
        this.handler = handler;
        this.requests = requests;
        this.maxInFlight = maxInFlight;
        this.places = new Semaphore(maxInFlight);
        this.served = served;
    }

    /**
     * Answers the request: at once if it takes no more than memory, or is a short read of a client that asks for one thing
     * at a time; otherwise on another thread. If memory is to be refreshed first, the request waits for {@link #answerGathered}. To be
     * called by the thread that reads. Blocks for a short read at most.
     *
     * @param reply may be called from any thread, also before this method returns
     * @throws MalformedEnvelopeException if the message is no request
     */
    void dispatch(Message message, Reply reply) throws MalformedEnvelopeException {
        RequestEnvelope request = handler.admitted(RequestEnvelope.decode(message.bytes()));
        if (handler.needsRefresh(request)) {
            gathered.add(new Gathered(request, reply));
            if (gathered.size() >= MOST_GATHERED) {
                answerGathered();
            }
            return;
        }
        answer(request, reply, true, false);
    }

    /** A request that has arrived and waits for a refresh of the memory. */
    private record Gathered(RequestEnvelope request, Reply reply) {}

    /**
     * Answers the requests that wait for a refresh, after one for all of them. To be called by the thread that reads when it has taken
     * what had arrived. Blocks for a round trip to the store, and as {@link #dispatch} does.
     */
    void answerGathered() {
        if (gathered.isEmpty()) {
            return;
        }
        List<Gathered> arrived = List.copyOf(gathered);
        gathered.clear();
        boolean fresh = handler.refresh();
        boolean several = arrived.size() > 1;
        arrived.forEach(each -> answer(each.request(), each.reply(), fresh, several));
    }

    /* Several requests that came together are none of a client that asks for one thing at a time. */
    private void answer(RequestEnvelope request, Reply reply, boolean fresh, boolean several) {
        Optional<ResponseEnvelope> atOnce = fresh ? handler.handleAtOnce(request) : Optional.empty();
        if (atOnce.isPresent()) {
            served.increment();
            reply.soon(atOnce.get().encode(answers));
            return;
        }
        boolean alone = loneCaller.noteRequest(several || places.availablePermits() < maxInFlight);
        if (!places.tryAcquire()) {
            reply.now(failure(request, ErrorCode.OVERLOADED, "Too many requests of this client are under way"));
            return;
        }
        if (alone && handler.isShortRead(request)) {
            carryOut(request, reply);
            return;
        }
        try {
            requests.execute(() -> carryOut(request, reply));
        } catch (RejectedExecutionException e) {
            places.release();
            reply.now(failure(request, ErrorCode.OVERLOADED, "Too many requests are under way"));
        }
    }

    private void carryOut(RequestEnvelope request, Reply reply) {
        byte[] response;
        try {
            response = handler.handle(request).encode(answers);
        } catch (RuntimeException e) {
            // A client that gets no answer keeps waiting, and takes the connection for dead.
            response = failure(request, ErrorCode.INTERNAL, "internal error: " + e);
        } finally {
            places.release();
        }
        served.increment();
        reply.now(response);
    }

    private byte[] failure(RequestEnvelope request, ErrorCode code, String message) {
        return ResponseEnvelope.failure(request.id(), code, message).encode(answers);
    }
}
