package io.lambdafs.client;

import io.lambdafs.client.calm.AntiThrashing;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.scaling.LoadMemory;
import io.lambdafs.client.scaling.ReplacementProbability;
import io.lambdafs.client.scaling.ScaleOut;
import io.lambdafs.client.scarcity.CallBudget;
import io.lambdafs.client.scarcity.ConnectGrace;
import io.lambdafs.client.scarcity.OverCommitment;
import io.lambdafs.client.scarcity.WarmUp;
import io.lambdafs.client.sharing.Line;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which way an attempt goes: over a connection, to the function that owns the path or to another one, which serves it without a
 * cache; or by HTTP, where it may have to wait for its turn. Thread-safe.
 */
final class Ways {
    private final TcpPath tcp;
    private final Surroundings surroundings;
    private final ClientMetrics metrics;
    private final ScaleOut scaleOut;
    private final boolean avoidsThrashing;
    private final CallBudget budget;
    private final OverCommitment overCommitment;
    private final AntiThrashing antiThrashing;
    private final HttpAdmission admission;
    private final WarmUp warmUp;
    private final ConnectGrace grace = new ConnectGrace();
    private final boolean connects;

    Ways(TcpPath tcp, Surroundings surroundings, ClientMetrics metrics, ClientConfig config) {
        this.tcp = tcp;
        this.metrics = metrics;
        this.surroundings = surroundings;
        this.scaleOut = new ScaleOut(
                new ReplacementProbability(
                        config.probability(ClientKey.HTTP_REPLACEMENT_PROBABILITY),
                        config.probability(ClientKey.MAX_HTTP_REPLACEMENT_PROBABILITY),
                        config.load(ClientKey.SCALE_OUT_LOAD)),
                new LoadMemory(),
                tcp::connections);
        this.avoidsThrashing = config.avoidsThrashing();
        this.budget = new CallBudget(surroundings::nanoTime, surroundings::random, surroundings::warn);
        this.overCommitment = new OverCommitment(
                deployment -> tcp.lost() - tcp.lost(deployment),
                surroundings::nanoTime,
                surroundings::warn,
                metrics::overCommitted);
        this.antiThrashing = new AntiThrashing(
                config.antiThrashing(),
                () -> scaleOut.isInVain(surroundings.nanoTime()) || overCommitment.wasSeenLately(),
                surroundings::nanoTime,
                surroundings::inform,
                metrics.calm());
        this.connects = config.flag(ClientKey.TCP_ENABLED);
        this.admission = new HttpAdmission(config.number(ClientKey.HTTP_MAX_PER_FUNCTION), budget, surroundings);
        this.warmUp =
                new WarmUp(TimeUnit.MILLISECONDS.toNanos(config.number(ClientKey.HTTP_KEEP_WARM)), tcp::activatedAt);
    }

    /** The way of one attempt; to be told when the attempt is over. */
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
    Way choose(int owner, @Nullable Failure last, Duration timeout) throws TransportException, InterruptedException {
        long until = surroundings.nanoTime() + timeout.toNanos();
        while (true) {
            int connected = connection(owner);
            ScaleOut.Choice choice = connected < 0 ? ScaleOut.Choice.HTTP : choice(owner, connected, last);
            if (choice == ScaleOut.Choice.TCP) {
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
                return byHttp(owner, cold, choice == ScaleOut.Choice.HTTP_FOR_MORE, place);
            }
            int appeared = connection(owner);
            if (appeared >= 0) {
                return byTcp(owner, appeared);
            }
        }
    }

    private boolean isHeldBack(int owner) {
        return grace.isOn(owner, tcp.wasReached(), surroundings.nanoTime());
    }

    private Way byTcp(int owner, int connected) {
        if (connected != owner) {
            metrics.calm().countServedElsewhere();
        }
        return Way.byTcp(connected);
    }

    private Way byHttp(int owner, boolean cold, boolean asksForMore, HttpAdmission.Place place) {
        warmUp.goesByHttp(owner, surroundings.nanoTime());
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

    /** An instance of this function has answered, and told its load; 0 if it did not say. */
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
            grace.answered(deployment, tookNanos, surroundings.nanoTime());
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
    private ScaleOut.Choice choice(int owner, int connected, @Nullable Failure last) {
        if (connected != owner) {
            return ScaleOut.Choice.TCP;
        }
        boolean strained = isStrained();
        if (last != null) {
            return !strained && last.speaksForHttp() ? ScaleOut.Choice.HTTP : ScaleOut.Choice.TCP;
        }
        long now = surroundings.nanoTime();
        ScaleOut.Choice choice = strained ? ScaleOut.Choice.TCP : scaleOut.choose(owner, surroundings.random(), now);
        boolean keepsWarm = choice == ScaleOut.Choice.TCP && warmUp.isDue(owner, now, budget.isLimited());
        return keepsWarm ? ScaleOut.Choice.HTTP : choice;
    }
}
