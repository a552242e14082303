package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.client.hedge.Cancellation;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Invokes the function through the platform, which starts, wakes and adds instances as needed. */
final class HttpTransport implements Transport {
    private static final long FIRST_POLL_MILLIS = 50;
    private static final long MAX_POLL_MILLIS = 1000;

    private final PlatformRest platform;
    private final InvocationJson json = new InvocationJson();
    private final @Nullable TcpOffer offer;
    private final Surroundings surroundings;

    HttpTransport(PlatformRest platform, @Nullable TcpOffer offer, Surroundings surroundings) {
        this.platform = platform;
        this.offer = offer;
        this.surroundings = surroundings;
    }

    @Override
    public ResponseEnvelope send(Attempt attempt) throws TransportException, InterruptedException {
        long deadline = surroundings.nanoTime() + attempt.timeout().toNanos();
        try {
            byte[] body = json.parameters(attempt.request(), offer);
            String resource = "actions/namenode" + attempt.deployment() + "?blocking=true&result=true";
            PlatformRest.Reply reply = platform.post(resource, body, attempt.timeout(), attempt.cancellation());
            return interpret(attempt, reply, deadline);
        } catch (SocketTimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, platform.url() + " did not answer in time");
        } catch (IOException e) {
            throw new TransportException(Kind.LOST, platform.url() + ": " + e.getMessage());
        }
    }

    private ResponseEnvelope interpret(Attempt attempt, PlatformRest.Reply reply, long deadline)
            throws TransportException, InterruptedException {
        switch (reply.status()) {
            case 200:
                return envelope(attempt, parse(reply));
            case 202:
                return await(attempt, parse(reply), deadline);
            case 404:
                throw new TransportException(
                        Kind.NO_SUCH_FUNCTION,
                        platform.url() + " has no function namenode" + attempt.deployment() + ": is λFS started?");
            default:
                throw PlatformRefusal.of(platform.url(), reply);
        }
    }

    /** Not waited for: the result is fetched when it is there, which the attempt's time bounds. */
    private ResponseEnvelope await(Attempt attempt, InvocationAnswer accepted, long deadline)
            throws TransportException, InterruptedException {
        String id = accepted.activationId();
        if (id == null || !id.matches("[0-9a-zA-Z]{1,64}")) {
            throw new TransportException(Kind.GARBLED, platform.url() + " answered 202 without an activation id");
        }
        long pause = FIRST_POLL_MILLIS;
        long left = millisUntil(deadline);
        while (left > 0 && !attempt.cancellation().isCancelled()) {
            surroundings.sleepMillis(Math.min(pause, left));
            pause = Math.min(pause * 2, MAX_POLL_MILLIS);
            PlatformRest.Reply reply = poll(id, Math.max(1, millisUntil(deadline)), attempt.cancellation());
            if (reply.status() == 200) {
                return envelope(attempt, parse(reply));
            }
            left = millisUntil(deadline);
        }
        throw new TransportException(Kind.TIMED_OUT, "Activation " + id + " has no result yet");
    }

    private PlatformRest.Reply poll(String activationId, long timeoutMillis, Cancellation cancellation)
            throws TransportException, InterruptedException {
        try {
            String resource = "activations/" + activationId + "/result";
            return platform.get(resource, Duration.ofMillis(timeoutMillis), cancellation);
        } catch (SocketTimeoutException e) {
            throw new TransportException(Kind.TIMED_OUT, platform.url() + " did not answer in time");
        } catch (IOException e) {
            throw new TransportException(Kind.LOST, platform.url() + ": " + e.getMessage());
        }
    }

    private long millisUntil(long deadline) {
        return TimeUnit.NANOSECONDS.toMillis(deadline - surroundings.nanoTime());
    }

    private InvocationAnswer parse(PlatformRest.Reply reply) throws TransportException {
        try {
            return json.answer(reply.body());
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, platform.url() + " answered no valid JSON");
        }
    }

    private ResponseEnvelope envelope(Attempt attempt, InvocationAnswer answer) throws TransportException {
        byte[] response = answer.response();
        if (response == null) {
            String error = answer.error();
            throw new TransportException(
                    Kind.GARBLED,
                    "The function gave no response" + (error == null ? "" : ": " + PlatformRefusal.shorten(error)));
        }
        return attempt.responseFrom(response);
    }
}
