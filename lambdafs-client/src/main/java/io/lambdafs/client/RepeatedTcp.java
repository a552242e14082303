package io.lambdafs.client;

import io.lambdafs.client.hedge.HedgeThreads;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.platform.TransportException.Kind;
import io.lambdafs.client.straggler.StragglerLimits;
import io.lambdafs.client.straggler.StragglerMetrics;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.client.tcp.WaitWatch;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * TCP with straggler mitigation: a request that takes much longer than others of its method is sent to another instance as well,
 * and the first answer counts. Thread-safe.
 *
 * <p>The other instance is one of the same deployment; else one of another deployment, which serves the path without a cache;
 * else whichever the platform chooses, by HTTP. The copy has the request's id and says that it is not the first submission, so
 * the NameNodes carry the request out at most once. What {@link HedgedHttp} says about refusals holds here too.
 */
final class RepeatedTcp {
    private final Transport http;
    private final StragglerLimits limits;
    private final HedgeThreads threads;
    private final StragglerMetrics metrics;
    private final LongSupplier nanoTime;

    /**
     * Repeats by HTTP if no other instance is connected.
     *
     * @param http which is itself not hedged
     */
    RepeatedTcp(
            Transport http,
            StragglerLimits limits,
            HedgeThreads threads,
            StragglerMetrics metrics,
            LongSupplier nanoTime) {
        this.http = http;
        this.limits = limits;
        this.threads = threads;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
    }

    /**
     * Sends the attempt over TCP, and once more if it takes long; see {@link Transport#send}.
     *
     * @param tcp asked for {@link TcpPath#send(Attempt, WaitWatch)}
     */
    ResponseEnvelope send(Attempt attempt, TcpPath tcp) throws TransportException, InterruptedException {
        if (attempt.method().isEmpty()) {
            return tcp.send(attempt, WaitWatch.NONE);
        }
        SentRequest sent = attempt.sent();
        long now = nanoTime.getAsLong();
        long begin = sent == null ? now : sent.sentAt();
        long limit = limits.sending(attempt.method());
        Repetition repetition = new Repetition(
                attempt, tcp, limit == StragglerLimits.NEVER ? limit : Math.max(1, limit - (now - begin)));
        try {
            ResponseEnvelope response = repetition.checked(tcp.send(attempt, repetition));
            limits.answered(attempt.method(), nanoTime.getAsLong() - begin);
            return response;
        } catch (TransportException e) {
            ResponseEnvelope second = repetition.response();
            if (second == null) {
                throw e;
            }
            limits.answered(attempt.method(), nanoTime.getAsLong() - begin);
            return second;
        } finally {
            repetition.end();
        }
    }

    /** The answer to a request of this method was there, after so long, before anybody looked whether it takes long. */
    void answered(String method, long tookNanos) {
        limits.sending(method);
        limits.answered(method, tookNanos);
    }

    /** One request, and its copy if there is one. */
    private final class Repetition implements WaitWatch {
        private final Attempt attempt;
        private final TcpPath tcp;
        private final long limitNanos;
        private @Nullable Attempt copy;
        private boolean ended;
        private @Nullable ResponseEnvelope response;

        Repetition(Attempt attempt, TcpPath tcp, long limitNanos) {
            this.attempt = attempt;
            this.tcp = tcp;
            this.limitNanos = limitNanos;
        }

        @Override
        public long limitNanos() {
            return limitNanos;
        }

        @Override
        public void exceeded(String instance, Runnable endsWait) {
            int elsewhere = tcp.elsewhere(attempt.deployment(), instance);
            if ((elsewhere < 0 && !attempt.mayGoByHttpToo()) || !limits.mayRepeat()) {
                metrics.countNotRepeated();
                return;
            }
            threads.execute(() -> repeat(elsewhere, instance, endsWait), metrics::countNotRepeated);
        }

        private void repeat(int elsewhere, String instance, Runnable endsWait) {
            Attempt second;
            synchronized (this) {
                if (ended) {
                    return;
                }
                second = attempt.copy(elsewhere < 0 ? attempt.deployment() : elsewhere, attempt.timeout());
                copy = second;
            }
            metrics.countRepeated(elsewhere < 0);
            try {
                take(elsewhere < 0 ? http.send(second) : tcp.sendElsewhere(second, instance), endsWait);
            } catch (TransportException e) {
                // The first one may still be answered, or fails and is sent again.
                return;
            } catch (InterruptedException e) {
                // The client is being closed.
                Thread.currentThread().interrupt();
            }
        }

        /** What may be sent again, or settles nothing, says nothing about the first one. */
        private void take(ResponseEnvelope second, Runnable endsWait) {
            ErrorCode error = second.error();
            if ((error != null && error.retriable()) || !second.isSettled()) {
                return;
            }
            synchronized (this) {
                if (ended) {
                    return;
                }
                // How loaded another function is says nothing about this one.
                response = second.telling(second.storeMillis(), 0);
            }
            metrics.countWonBySecond();
            endsWait.run();
        }

        /** The first instance's answer, unless the copy of the request makes it void. */
        synchronized ResponseEnvelope checked(ResponseEnvelope first) throws TransportException {
            if (copy == null || first.isSettled()) {
                return first;
            }
            if (response != null) {
                return response;
            }
            throw new TransportException(Kind.LOST, "Another submission of the request is still under way");
        }

        synchronized @Nullable ResponseEnvelope response() {
            return response;
        }

        /** Nothing depends on the copy any more. */
        void end() {
            Attempt dropped;
            synchronized (this) {
                ended = true;
                dropped = copy;
            }
            if (dropped != null) {
                dropped.cancellation().cancel();
            }
        }
    }
}
