package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.sharing.Line;
import io.lambdafs.client.submission.Submissions;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.StoreTime;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.TraceParent;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one place that retries: sends a call until a NameNode has answered it or its time is over.
 *
 * <p>Every attempt carries the same request id, so a write whose answer was lost is not executed again: the NameNode
 * gives the first outcome. Errors that no resubmission can change are answers and returned as such. Every attempt but the
 * first says that it is not the first; the NameNode then records a refusal, so that none of the others takes effect after it.
 */
final class ResubmittingCaller {
    /** How long a missing function is waited for: it may be about to be registered. */
    private static final Duration PATIENCE_FOR_FUNCTIONS = Duration.ofSeconds(10);

    /** How long a connection is waited for that carries what is too large for HTTP; the call by HTTP has asked for one. */
    private static final long CONNECTION_PATIENCE_MILLIS = 5_000;

    private static final long CONNECTION_LOOK_MILLIS = 20;
    private static final int MAX_HTTP_DOUBLINGS = 3;

    private final Transport http;
    private final TcpPath tcp;
    private final DeploymentCount deployments;
    private final Surroundings surroundings;
    private final ClientMetrics metrics;
    private final Duration totalTimeout;
    private final Duration httpTimeout;
    private final Duration tcpTimeout;
    private final Backoff backoff;
    private final boolean connects;
    private final Ways ways;
    private final Tracing tracing;
    private final StoreTime time = new StoreTime();

    ResubmittingCaller(
            Transport http,
            TcpPath tcp,
            DeploymentCount deployments,
            Surroundings surroundings,
            ClientMetrics metrics,
            Tracing tracing,
            ClientConfig config) {
        this.http = http;
        this.tcp = tcp;
        this.deployments = deployments;
        this.surroundings = surroundings;
        this.metrics = metrics;
        this.tracing = tracing;
        this.totalTimeout = config.duration(ClientKey.TOTAL_TIMEOUT);
        this.httpTimeout = config.duration(ClientKey.HTTP_ATTEMPT_TIMEOUT);
        this.tcpTimeout = config.duration(ClientKey.TCP_ATTEMPT_TIMEOUT);
        this.backoff = new Backoff(
                config.duration(ClientKey.BACKOFF_BASE).toMillis(),
                config.duration(ClientKey.BACKOFF_MAX).toMillis());
        this.connects = config.usesTcp();
        this.ways = new Ways(tcp, surroundings, metrics, config);
    }

    /** The outcome; a failure also when nobody answered in time, saying what was tried. */
    ResponseEnvelope call(Call call) throws InterruptedException {
        if (call.payload().length > RequestEnvelope.MAX_PAYLOAD_BYTES) {
            return ResponseEnvelope.failure(
                    call.id(),
                    ErrorCode.TOO_LARGE,
                    "The request has " + call.payload().length + " bytes; the limit is "
                            + RequestEnvelope.MAX_PAYLOAD_BYTES + ". Divide what it names among several calls");
        }
        if (!tracing.isOn()) {
            return answer(call);
        }
        try (Span span = tracing.begin(
                SpanKind.INTERNAL, call.method(), TraceParent.in(call.caller().context()))) {
            ResponseEnvelope response = answer(call);
            ErrorCode error = response.error();
            if (error != null) {
                span.with("lambdafs.error", error.name());
            }
            return response;
        }
    }

    private ResponseEnvelope answer(Call call) throws InterruptedException {
        long begin = surroundings.nanoTime();
        RequestEnvelope request = new RequestEnvelope(
                        call.id(), call.caller(), RequestLife.UNDATED, call.method(), call.payload())
                .signedWith(call.key());
        Submissions submissions =
                new Submissions(call.isRepeated() ? request.asResubmission() : request, time, totalTimeout.toMillis());
        Failure last = null;
        int attempts = 0;
        while (true) {
            Outcome outcome = attempt(call, submissions, attempts, last, begin);
            attempts++;
            if (outcome.response != null) {
                ways.called(call.method(), surroundings.nanoTime() - begin);
                return outcome.response;
            }
            last = outcome.requireFailure();
            long pause = last.passesAtOnce(attempts) ? 0 : backoff.pauseMillis(attempts, surroundings.random());
            if (isFinal(last, begin) || remaining(begin).toMillis() <= pause) {
                return exhausted(call, last, attempts, begin);
            }
            surroundings.sleepMillis(pause);
            metrics.resubmitted(call.method(), last);
        }
    }

    /** Either a response to give to the caller or a failure to think about. */
    private static final class Outcome {
        private final @Nullable ResponseEnvelope response;
        private final @Nullable Failure failure;

        Outcome(@Nullable ResponseEnvelope response, @Nullable Failure failure) {
            this.response = response;
            this.failure = failure;
        }

        Failure requireFailure() {
            if (failure == null) {
                throw new IllegalStateException("neither response nor failure");
            }
            return failure;
        }
    }

    private Outcome attempt(Call call, Submissions submissions, int before, @Nullable Failure last, long begin)
            throws InterruptedException {
        boolean overTcp = false;
        int deployment = -1;
        try {
            int count = deployments.get(shorter(httpTimeout, remaining(begin)));
            deployment = call.route().deployment(count);
            Duration patience = httpTimeout.multipliedBy(1L << Math.min(before, MAX_HTTP_DOUBLINGS));
            Ways.Way way = ways.choose(deployment, last, shorter(patience, remaining(begin)));
            overTcp = way.overTcp();
            try (Span span = tracing.child(SpanKind.CLIENT, overTcp ? "request over TCP" : "request by HTTP")) {
                RequestEnvelope request =
                        submissions.next(surroundings.nanoTime()).among(count).traced(span.traceParent());
                Attempt attempt = new Attempt(
                                call.id(),
                                request.encode(),
                                way.deployment(),
                                shorter(overTcp ? tcpTimeout : patience, remaining(begin)),
                                () -> request.asResubmission().encode())
                        .askingForMore(way.isAskingForMore())
                        .repeatable(call.method(), !ways.isStrained());
                span.with("lambdafs.deployment", way.deployment()).with("lambdafs.attempt", before + 1L);
                ResponseEnvelope response = send(attempt, way, span);
                return judged(submissions, request.isResubmission() || attempt.wasCopied(), response, overTcp);
            }
        } catch (TransportException e) {
            if (e.kind() == Kind.NO_SUCH_FUNCTION) {
                deployments.doubt();
            }
            boolean fitsOverTcp = !overTcp && e.code() == ErrorCode.TOO_LARGE && connectsSoon(deployment, begin);
            return new Outcome(null, fitsOverTcp ? Failure.tooLargeForHttp(e) : Failure.of(overTcp, e));
        }
    }

    /** Whether an instance is connected, or becomes so within a time. The first call to a function is answered before it connects. */
    private boolean connectsSoon(int deployment, long begin) throws InterruptedException {
        long millis =
                connects ? Math.min(CONNECTION_PATIENCE_MILLIS, remaining(begin).toMillis()) : 0;
        for (long waited = 0; !tcp.reaches(deployment) && waited < millis; waited += CONNECTION_LOOK_MILLIS) {
            surroundings.sleepMillis(CONNECTION_LOOK_MILLIS);
        }
        return tcp.reaches(deployment);
    }

    /** Once the request was sent more than once, what one submission alone was refused, or found unchanged, does not matter. */
    private Outcome judged(Submissions submissions, boolean sentBefore, ResponseEnvelope response, boolean overTcp) {
        ErrorCode error = response.error();
        if (error == ErrorCode.MISDATED) {
            time.replace(response.storeMillis(), surroundings.nanoTime());
        } else {
            time.learn(response.storeMillis(), surroundings.nanoTime());
        }
        boolean again = error == ErrorCode.WRONG_DEPLOYMENTS
                ? deployments.corrected(response.deployments())
                : error != null && submissions.mayFollow(error, response.storeMillis(), sentBefore);
        if (!again && (!sentBefore || response.isSettled())) {
            return new Outcome(response, null);
        }
        ErrorCode reason = error == null ? ErrorCode.CONFLICT : error;
        return new Outcome(null, Failure.answered(overTcp, reason, response.message()));
    }

    private ResponseEnvelope send(Attempt attempt, Ways.Way way, Span span)
            throws TransportException, InterruptedException {
        TransportMetrics transport = way.overTcp() ? metrics.tcp() : metrics.http();
        long begin = surroundings.nanoTime();
        try {
            Line line = way.line();
            ResponseEnvelope response =
                    line != null ? tcp.send(attempt, line) : (way.overTcp() ? tcp : http).send(attempt);
            long now = surroundings.nanoTime();
            transport.answered(now - begin);
            ways.answered(way.deployment(), response.load(), now);
            if (!way.overTcp()) {
                ways.accepted(way.deployment(), now - begin);
            }
            return response;
        } catch (TransportException e) {
            transport.failed();
            span.failed(e.kind() + ": " + e.getMessage());
            if (!way.overTcp()) {
                ways.failed(e);
            }
            throw e;
        } finally {
            way.over();
        }
    }

    private boolean isFinal(Failure failure, long begin) {
        if (failure.kind() == Kind.NO_SUCH_FUNCTION) {
            return elapsed(begin).compareTo(PATIENCE_FOR_FUNCTIONS) > 0;
        }
        return failure.kind() == Kind.FINAL;
    }

    private ResponseEnvelope exhausted(Call call, Failure last, int attempts, long begin) {
        // The code may say "retry"; that has been done, and whoever reads it must not do it under another id.
        ErrorCode code = last.code().retriable() ? ErrorCode.IO_ERROR : last.code();
        String message = attempts == 1
                ? last.message()
                : last.message() + " (" + call.method() + " given up after " + attempts + " attempts in "
                        + elapsed(begin).toMillis() + " ms)";
        return ResponseEnvelope.failure(call.id(), code, message);
    }

    private Duration elapsed(long begin) {
        return Duration.ofNanos(surroundings.nanoTime() - begin);
    }

    private Duration remaining(long begin) {
        long nanos = totalTimeout.toNanos() - (surroundings.nanoTime() - begin);
        return Duration.ofNanos(Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(1)));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
