package io.lambdafs.client;

import io.lambdafs.client.calm.AntiThrashing;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.scaling.ClientScaleOut;
import io.lambdafs.client.scaling.LoadMemory;
import io.lambdafs.client.scaling.ReplacementProbability;
import io.lambdafs.client.scarcity.CallBudget;
import io.lambdafs.client.scarcity.ConnectGrace;
import io.lambdafs.client.scarcity.OverCommitment;
import io.lambdafs.client.scarcity.WarmUp;
import io.lambdafs.client.sharing.Line;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the way of an attempt: over a connection or by HTTP. A connection leads to the function that owns the path or
 * to another one, which serves the path without a cache. By HTTP the attempt may have to wait for its turn.
 * Thread-safe.
 */
final class Ways {
    private final TcpPath tcp;
    private final ClientEnvironment environment;
    private final ClientMetrics metrics;
    private final ClientScaleOut scaleOut;
    private final boolean avoidsThrashing;
    private final CallBudget budget;
    private final OverCommitment overCommitment;
    private final AntiThrashing antiThrashing;
    private final HttpAdmission admission;
    private final WarmUp warmUp;
    private final ConnectGrace grace = new ConnectGrace();
    private final boolean connects;

    Ways(TcpPath tcp, ClientEnvironment environment, ClientMetrics metrics, ClientConfig config) {
        this.tcp = tcp;
        this.metrics = metrics;
        this.environment = environment;
        this.scaleOut = new ClientScaleOut(
                new ReplacementProbability(
                        config.probability(ClientKey.HTTP_REPLACEMENT_PROBABILITY),
                        config.probability(ClientKey.MAX_HTTP_REPLACEMENT_PROBABILITY),
                        config.load(ClientKey.SCALE_OUT_LOAD)),
                new LoadMemory(),
                tcp::connections);
        this.avoidsThrashing = config.avoidsThrashing();
        this.budget = new CallBudget(environment::nanoTime, environment::random, environment::warn);
        this.overCommitment = new OverCommitment(
                deployment -> tcp.lost() - tcp.lost(deployment),
                environment::nanoTime,
                environment::warn,
                metrics::overCommitted);
        this.antiThrashing = new AntiThrashing(
                config.antiThrashing(),
                () -> scaleOut.isInVain(environment.nanoTime()) || overCommitment.wasSeenLately(),
                environment::nanoTime,
                environment::inform,
                metrics.calm());
        this.connects = config.flag(ClientKey.TCP_ENABLED);
        this.admission = new HttpAdmission(config.number(ClientKey.HTTP_MAX_PER_FUNCTION), budget, environment);
        this.warmUp =
                new WarmUp(TimeUnit.MILLISECONDS.toNanos(config.number(ClientKey.HTTP_KEEP_WARM)), tcp::activatedAt);
    }

    /** The way of one attempt; it must be notified when the attempt is over. */
    static final class Way {
        private final boolean overTcp;
        private final int deployment;
        private final @Nullable Line line;
        private final boolean askingForMore;
        private final Runnable over;

        private Way(boolean overTcp, int deployment, @Nullable Line line, boolean askingForMore, Runnable over) {
            this.overTcp = overTcp;
            this.deployment = deployment;
            this.line = line;
            this.askingForMore = askingForMore;
            this.over = over;
        }

        private static Way byTcp(int deployment) {
            return new Way(true, deployment, null, false, () -> {});
        }

        private static Way by(Line line, int deployment) {
            return new Way(true, deployment, line, false, line::close);
        }

        private static Way byHttp(int deployment, boolean askingForMore, Runnable over) {
            return new Way(false, deployment, null, askingForMore, over);
        }

        /** The process that passes the request on; null if none is needed. */
        @Nullable
        Line line() {
            return line;
        }

        /** Whether the attempt asks the platform for another instance of the function. */
        boolean isAskingForMore() {
            return askingForMore;
        }

        boolean overTcp() {
            return overTcp;
        }

        /** The function to ask; over TCP not always the one that owns the path. */
        int deployment() {
            return deployment;
        }

        void over() {
            over.run();
        }
    }

    /**
     * The way to go now, after having waited for a turn by HTTP if need be.
     *
     * @param owner the function that owns the path
     * @param last why the attempt before failed, if there was one
     * @throws TransportException if there was no way in this time
     */
    Way choose(int owner, @Nullable AttemptFailure last, Duration timeout)
            throws TransportException, InterruptedException {
        long until = environment.nanoTime() + timeout.toNanos();
        while (true) {
            int connected = connection(owner);
            ClientScaleOut.Choice choice = connected < 0 ? ClientScaleOut.Choice.HTTP : choice(owner, connected, last);
            if (choice == ClientScaleOut.Choice.TCP) {
                return byTcp(owner, connected);
            }
            Line line = connected < 0 && (last == null || !last.speaksForHttp()) ? tcp.lineTo(owner) : null;
            if (line != null) {
                return Way.by(line, owner);
            }
            boolean cold = !tcp.reaches(owner);
            HttpAdmission.Place place = admission.enter(
                    owner,
                    isStrained(),
                    () -> last == null && cold && isHeldBack(owner),
                    () -> connection(owner) >= 0,
                    until);
            if (place != null) {
                return byHttp(owner, cold, asksForMore(choice, last), place);
            }
            int appeared = connection(owner);
            if (appeared >= 0) {
                return byTcp(owner, appeared);
            }
        }
    }

    private boolean asksForMore(ClientScaleOut.Choice choice, @Nullable AttemptFailure last) {
        // A platform that has an instance with room goes on routing to it, although it answers nothing.
        boolean silent = last != null && last.speaksForAnotherInstance() && !isStrained();
        return silent || choice == ClientScaleOut.Choice.HTTP_FOR_MORE;
    }

    private boolean isHeldBack(int owner) {
        return grace.isOn(owner, tcp.wasReached(), environment.nanoTime());
    }

    private Way byTcp(int owner, int connected) {
        if (connected != owner) {
            metrics.calm().countServedElsewhere();
        }
        return Way.byTcp(connected);
    }

    private Way byHttp(int owner, boolean cold, boolean asksForMore, HttpAdmission.Place place) {
        warmUp.goesByHttp(owner, environment.nanoTime());
        if (asksForMore) {
            metrics.askedForMore();
        }
        if (!cold || !avoidsThrashing) {
            return Way.byHttp(owner, asksForMore, place::leave);
        }
        overCommitment.coldCallBegins(owner);
        return Way.byHttp(owner, asksForMore, () -> {
            place.leave();
            overCommitment.coldCallEnded(owner);
        });
    }

    /** An instance of this function has answered, and reported its load; 0 if it did not say. */
    void answered(int deployment, int load, long nowNanos) {
        scaleOut.heard(deployment, load, nowNanos);
    }

    /** A call of this method was answered after so long, with all that was waited for. */
    void called(String method, long tookNanos) {
        antiThrashing.answered(method, tookNanos);
    }

    /** An instance of this function has answered by HTTP after so long. */
    void accepted(int deployment, long tookNanos) {
        if (connects && !tcp.reaches(deployment)) {
            grace.answered(deployment, tookNanos, environment.nanoTime());
        }
        budget.accepted();
    }

    /** An attempt by HTTP has failed: perhaps because the platform refuses calls. */
    void failed(TransportException failure) {
        if (failure.kind() == TransportException.Kind.THROTTLED) {
            metrics.refused();
            budget.refused(String.valueOf(failure.getMessage()), failure.retryAfterMillis());
        } else if (failure.kind() == TransportException.Kind.BUSY) {
            metrics.busy();
            budget.busy(failure.retryAfterMillis());
        }
    }

    /** Whether no call goes by HTTP that could go another way. */
    boolean isStrained() {
        return budget.isLimited() || overCommitment.isOn() || antiThrashing.isOn();
    }

    /** The function over whose connection the owner's calls go now; −1 if there is none. */
    private int connection(int owner) {
        if (tcp.reaches(owner)) {
            return owner;
        }
        return avoidsThrashing && isStrained() ? tcp.substituteFor(owner) : -1;
    }

    /** How a call goes that could go over TCP. */
    private ClientScaleOut.Choice choice(int owner, int connected, @Nullable AttemptFailure last) {
        if (connected != owner) {
            return ClientScaleOut.Choice.TCP;
        }
        boolean strained = isStrained();
        if (last != null) {
            return !strained && last.speaksForHttp() ? ClientScaleOut.Choice.HTTP : ClientScaleOut.Choice.TCP;
        }
        long now = environment.nanoTime();
        ClientScaleOut.Choice choice =
                strained ? ClientScaleOut.Choice.TCP : scaleOut.choose(owner, environment.random(), now);
        boolean keepsWarm = choice == ClientScaleOut.Choice.TCP && warmUp.isDue(owner, now, budget.isLimited());
        return keepsWarm ? ClientScaleOut.Choice.HTTP : choice;
    }
}
