package io.lambdafs.client;

import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.sharing.Line;
import io.lambdafs.client.submission.Submissions;
import io.lambdafs.client.tcp.ConnectionLostException;
import io.lambdafs.client.tcp.SentRequest;
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
    private final ClientEnvironment environment;
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
            ClientEnvironment environment,
            ClientMetrics metrics,
            Tracing tracing,
            ClientConfig config) {
        this.http = http;
        this.tcp = tcp;
        this.deployments = deployments;
        this.environment = environment;
        this.metrics = metrics;
        this.tracing = tracing;
        this.totalTimeout = config.duration(ClientKey.TOTAL_TIMEOUT);
        this.httpTimeout = config.duration(ClientKey.HTTP_ATTEMPT_TIMEOUT);
        this.tcpTimeout = config.duration(ClientKey.TCP_ATTEMPT_TIMEOUT);
        this.backoff = new Backoff(
                config.duration(ClientKey.BACKOFF_BASE).toMillis(),
                config.duration(ClientKey.BACKOFF_MAX).toMillis());
        this.connects = config.usesTcp();
        this.ways = new Ways(tcp, environment, metrics, config);
    }

    /** The outcome; a failure also when nobody answered in time, saying what was tried. */
    ResponseEnvelope call(Call call) throws InterruptedException {
        return call(call, environment.nanoTime());
    }

    private ResponseEnvelope call(Call call, long begin) throws InterruptedException {
        if (call.payload().length > RequestEnvelope.MAX_PAYLOAD_BYTES) {
            return ResponseEnvelope.failure(
                    call.id(),
                    ErrorCode.TOO_LARGE,
                    "The request has " + call.payload().length + " bytes; the limit is "
                            + RequestEnvelope.MAX_PAYLOAD_BYTES + ". Divide what it names among several calls");
        }
        if (!tracing.isOn()) {
            return answer(call, begin, submissions(call), null);
        }
        try (Span span = tracing.begin(
                SpanKind.INTERNAL, call.method(), TraceParent.in(call.caller().context()))) {
            ResponseEnvelope response = answer(call, begin, submissions(call), null);
            ErrorCode error = response.error();
            if (error != null) {
                span.with("lambdafs.error", error.name());
            }
            return response;
        }
    }

    private Submissions submissions(Call call) {
        RequestEnvelope request = new RequestEnvelope(
                        call.id(), call.caller(), RequestLife.UNDATED, call.method(), call.payload())
                .signedWith(call.key());
        return new Submissions(call.isRepeated() ? request.asResubmission() : request, time, totalTimeout.toMillis());
    }

    /**
     * Begins a call, and sends its request if it goes over a connection. Waits only for a turn by HTTP, and while it is asked how many
     * functions there are.
     */
    BegunCall begin(Call call) throws InterruptedException {
        BegunCall begun = new BegunCall(call);
        if (!tracing.isOn() && !call.isRepeated() && call.payload().length <= RequestEnvelope.MAX_PAYLOAD_BYTES) {
            begun.send();
        }
        return begun;
    }

    /**
     * A call that has begun. If something was {@link #sent}, no thread waits for it: the listener is called when there
     * is an answer, and asks for it. In any other case a thread has to {@link #finish} it. For one thread at a time.
     */
    final class BegunCall {
        private final Call call;
        private final long begin = environment.nanoTime();
        private final Submissions submissions;
        private @Nullable Start start;

        private BegunCall(Call call) {
            this.call = call;
            this.submissions = submissions(call);
        }

        private void send() throws InterruptedException {
            try {
                int count = deployments.get(shorter(httpTimeout, remaining(begin)));
                Ways.Way way =
                        ways.choose(call.route().deployment(count), null, shorter(httpTimeout, remaining(begin)));
                if (!way.overTcp() || way.line() != null) {
                    start = new Start(count, way, null, null);
                    return;
                }
                RequestEnvelope request =
                        submissions.next(environment.nanoTime()).among(count);
                Attempt attempt = ResubmittingCaller.this.attempt(call, request, way, tcpTimeout, begin);
                SentRequest sent = tcp.begin(attempt);
                if (sent != null) {
                    start = new Start(count, way, attempt.alreadySent(sent), sent);
                }
            } catch (TransportException e) {
                // The thread that finishes the call tries again, and knows what to do then.
                start = null;
            }
        }

        /** What was sent; null if nothing was. */
        @Nullable
        SentRequest sent() {
            return start == null ? null : start.sent;
        }

        /** The outcome if the answer that has arrived is one that ends the call; null if a thread has to finish it. */
        @Nullable
        ResponseEnvelope arrived() {
            Start known = start;
            if (known == null || known.attempt == null || known.sent == null) {
                return null;
            }
            try {
                ResponseEnvelope response = known.attempt.responseFrom(known.sent.answer());
                if (!response.succeeded()) {
                    return null;
                }
                known.sent.end();
                long now = environment.nanoTime();
                time.learn(response.storeMillis(), now);
                metrics.tcp().answered(now - known.sent.sentAt());
                ways.answered(known.way.deployment(), response.load(), now);
                tcp.answered(call.method(), now - known.sent.sentAt());
                ways.called(call.method(), now - begin);
                return response;
            } catch (TransportException | ConnectionLostException e) {
                return null;
            }
        }

        /** Waits for the outcome, as {@link ResubmittingCaller#call} does. */
        ResponseEnvelope finish() throws InterruptedException {
            Start known = start;
            if (known == null) {
                return ResubmittingCaller.this.call(call, begin);
            }
            try {
                return answer(call, begin, submissions, known);
            } finally {
                if (known.sent != null) {
                    known.sent.end();
                }
            }
        }
    }

    /** How the first attempt of a call has begun: the way that was chosen, and what was sent. */
    private static final class Start {
        private final int count;
        private final Ways.Way way;
        private final @Nullable Attempt attempt;
        private final @Nullable SentRequest sent;

        Start(int count, Ways.Way way, @Nullable Attempt attempt, @Nullable SentRequest sent) {
            this.count = count;
            this.way = way;
            this.attempt = attempt;
            this.sent = sent;
        }
    }

    private ResponseEnvelope answer(Call call, long begin, Submissions submissions, @Nullable Start start)
            throws InterruptedException {
        AttemptFailure last = null;
        int attempts = 0;
        while (true) {
            Outcome outcome = attempts == 0 && start != null && start.attempt != null
                    ? answered(start.attempt, start.way, submissions)
                    : attempt(call, submissions, attempts, last, begin, attempts == 0 ? start : null);
            attempts++;
            if (outcome.response != null) {
                ways.called(call.method(), environment.nanoTime() - begin);
                return outcome.response;
            }
            last = outcome.requireFailure();
            long pause = last.passesAtOnce(attempts) ? 0 : backoff.pauseMillis(attempts, environment.random());
            if (isFinal(last, begin) || remaining(begin).toMillis() <= pause) {
                return exhausted(call, last, attempts, begin);
            }
            environment.sleepMillis(pause);
            metrics.resubmitted(call.method(), last);
        }
    }

    /** Either a response to give to the caller or a failure to think about. */
    private static final class Outcome {
        private final @Nullable ResponseEnvelope response;
        private final @Nullable AttemptFailure failure;

        Outcome(@Nullable ResponseEnvelope response, @Nullable AttemptFailure failure) {
            this.response = response;
            this.failure = failure;
        }

        AttemptFailure requireFailure() {
            if (failure == null) {
                throw new IllegalStateException("neither response nor failure");
            }
            return failure;
        }
    }

    /** The outcome of an attempt that has been sent over TCP. */
    private Outcome answered(Attempt sent, Ways.Way way, Submissions submissions) throws InterruptedException {
        try {
            ResponseEnvelope response = send(sent, way, Span.NONE);
            return judged(submissions, sent.wasCopied(), response, true);
        } catch (TransportException e) {
            return new Outcome(null, AttemptFailure.of(true, e));
        }
    }

    private Outcome attempt(
            Call call,
            Submissions submissions,
            int before,
            @Nullable AttemptFailure last,
            long begin,
            @Nullable Start start)
            throws InterruptedException {
        boolean overTcp = false;
        int deployment = -1;
        try {
            int count = start != null ? start.count : deployments.get(shorter(httpTimeout, remaining(begin)));
            deployment = call.route().deployment(count);
            Duration patience = httpTimeout.multipliedBy(1L << Math.min(before, MAX_HTTP_DOUBLINGS));
            Ways.Way way =
                    start != null ? start.way : ways.choose(deployment, last, shorter(patience, remaining(begin)));
            overTcp = way.overTcp();
            try (Span span = tracing.child(SpanKind.CLIENT, overTcp ? "request over TCP" : "request by HTTP")) {
                RequestEnvelope request =
                        submissions.next(environment.nanoTime()).among(count).traced(span.traceParent());
                Attempt attempt = attempt(call, request, way, overTcp ? tcpTimeout : patience, begin);
                span.with("lambdafs.deployment", way.deployment()).with("lambdafs.attempt", before + 1L);
                ResponseEnvelope response = send(attempt, way, span);
                return judged(submissions, request.isResubmission() || attempt.wasCopied(), response, overTcp);
            }
        } catch (TransportException e) {
            if (e.kind() == Kind.NO_SUCH_FUNCTION) {
                deployments.doubt();
            }
            boolean fitsOverTcp = !overTcp && e.code() == ErrorCode.TOO_LARGE && connectsSoon(deployment, begin);
            return new Outcome(null, fitsOverTcp ? AttemptFailure.tooLargeForHttp(e) : AttemptFailure.of(overTcp, e));
        }
    }

    private Attempt attempt(Call call, RequestEnvelope request, Ways.Way way, Duration timeout, long begin) {
        return new Attempt(
                        call.id(),
                        request.encode(),
                        way.deployment(),
                        shorter(timeout, remaining(begin)),
                        () -> request.asResubmission().encode())
                .askingForMore(way.isAskingForMore())
                .repeatable(call.method(), !ways.isStrained());
    }

    /** Whether an instance is connected, or becomes so within a time. The first call to a function is answered before it connects. */
    private boolean connectsSoon(int deployment, long begin) throws InterruptedException {
        long millis =
                connects ? Math.min(CONNECTION_PATIENCE_MILLIS, remaining(begin).toMillis()) : 0;
        for (long waited = 0; !tcp.reaches(deployment) && waited < millis; waited += CONNECTION_LOOK_MILLIS) {
            environment.sleepMillis(CONNECTION_LOOK_MILLIS);
        }
        return tcp.reaches(deployment);
    }

    /** Once the request was sent more than once, what one submission alone was refused, or found unchanged, does not matter. */
    private Outcome judged(Submissions submissions, boolean sentBefore, ResponseEnvelope response, boolean overTcp) {
        ErrorCode error = response.error();
        if (error == ErrorCode.MISDATED) {
            time.replace(response.storeMillis(), environment.nanoTime());
        } else {
            time.learn(response.storeMillis(), environment.nanoTime());
        }
        boolean again = error == ErrorCode.WRONG_DEPLOYMENTS
                ? deployments.corrected(response.deployments())
                : error != null && submissions.mayFollow(error, response.storeMillis(), sentBefore);
        if (!again && (!sentBefore || response.isSettled())) {
            return new Outcome(response, null);
        }
        ErrorCode reason = error == null ? ErrorCode.CONFLICT : error;
        return new Outcome(null, AttemptFailure.answered(overTcp, reason, response.message()));
    }

    private ResponseEnvelope send(Attempt attempt, Ways.Way way, Span span)
            throws TransportException, InterruptedException {
        TransportMetrics transport = way.overTcp() ? metrics.tcp() : metrics.http();
        SentRequest sent = attempt.sent();
        long begin = sent == null ? environment.nanoTime() : sent.sentAt();
        try {
            Line line = way.line();
            ResponseEnvelope response =
                    line != null ? tcp.send(attempt, line) : (way.overTcp() ? tcp : http).send(attempt);
            long now = environment.nanoTime();
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

    private boolean isFinal(AttemptFailure failure, long begin) {
        if (failure.kind() == Kind.NO_SUCH_FUNCTION) {
            return elapsed(begin).compareTo(PATIENCE_FOR_FUNCTIONS) > 0;
        }
        return failure.kind() == Kind.FINAL;
    }

    private ResponseEnvelope exhausted(Call call, AttemptFailure last, int attempts, long begin) {
        // The code may say "retry"; that has been done, and the caller that reads it must not do it under another id.
        ErrorCode code = last.code().retriable() ? ErrorCode.IO_ERROR : last.code();
        String message = attempts == 1
                ? last.message()
                : last.message() + " (" + call.method() + " given up after " + attempts + " attempts in "
                        + elapsed(begin).toMillis() + " ms)";
        return ResponseEnvelope.failure(call.id(), code, message);
    }

    private Duration elapsed(long begin) {
        return Duration.ofNanos(environment.nanoTime() - begin);
    }

    private Duration remaining(long begin) {
        long nanos = totalTimeout.toNanos() - (environment.nanoTime() - begin);
        return Duration.ofNanos(Math.max(nanos, TimeUnit.MILLISECONDS.toNanos(1)));
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
