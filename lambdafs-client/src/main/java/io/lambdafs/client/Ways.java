package io.lambdafs.client;

import io.lambdafs.client.scarcity.CallBudget;
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
    private final double httpReplacement;
    private final boolean avoidsThrashing;
    private final CallBudget budget;
    private final OverCommitment overCommitment;
    private final HttpAdmission admission;
    private final WarmUp warmUp;

    Ways(TcpPath tcp, Surroundings surroundings, ClientMetrics metrics, ClientConfig config) {
        this.tcp = tcp;
        this.metrics = metrics;
        this.surroundings = surroundings;
        this.httpReplacement = config.probability(ClientKey.HTTP_REPLACEMENT_PROBABILITY);
        this.avoidsThrashing = config.flag(ClientKey.ANTI_THRASHING);
        this.budget = new CallBudget(surroundings::nanoTime, surroundings::warn);
        this.overCommitment = new OverCommitment(
                deployment -> tcp.lost() - tcp.lost(deployment),
                surroundings::nanoTime,
                surroundings::warn,
                metrics::overCommitted);
        this.admission = new HttpAdmission(config.number(ClientKey.HTTP_MAX_PER_FUNCTION), budget, surroundings);
        this.warmUp =
                new WarmUp(TimeUnit.MILLISECONDS.toNanos(config.number(ClientKey.HTTP_KEEP_WARM)), tcp::activatedAt);
    }

    /** The way of one attempt; to be told when the attempt is over. */
    static final class Way {
        private final boolean overTcp;
        private final int deployment;
        private final @Nullable Line line;
        private final Runnable over;

        private Way(boolean overTcp, int deployment, @Nullable Line line, Runnable over) {
            this.overTcp = overTcp;
            this.deployment = deployment;
            this.line = line;
            this.over = over;
        }

        private static Way byTcp(int deployment) {
            return new Way(true, deployment, null, () -> {});
        }

        private static Way by(Line line, int deployment) {
            return new Way(true, deployment, line, line::close);
        }

        private static Way byHttp(int deployment, Runnable over) {
            return new Way(false, deployment, null, over);
        }

        /** The process that passes the request on; null if none is needed. */
        @Nullable
        Line line() {
            return line;
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
            if (connected >= 0 && prefersTcp(owner, connected, last)) {
                return Way.byTcp(connected);
            }
            Line line = connected < 0 && (last == null || !last.speaksForHttp()) ? tcp.lineTo(owner) : null;
            if (line != null) {
                return Way.by(line, owner);
            }
            boolean cold = !tcp.reaches(owner);
            HttpAdmission.Place place = admission.enter(owner, isStrained(), () -> connection(owner) >= 0, until);
            if (place != null) {
                return byHttp(owner, cold, place);
            }
            int appeared = connection(owner);
            if (appeared >= 0) {
                return Way.byTcp(appeared);
            }
        }
    }

    private Way byHttp(int owner, boolean cold, HttpAdmission.Place place) {
        warmUp.goesByHttp(owner, surroundings.nanoTime());
        if (!cold || !avoidsThrashing) {
            return Way.byHttp(owner, place::leave);
        }
        overCommitment.coldCallBegins(owner);
        return Way.byHttp(owner, () -> {
            place.leave();
            overCommitment.coldCallEnded(owner);
        });
    }

    /** The platform has taken a call by HTTP. */
    void accepted() {
        budget.accepted();
    }

    /** The platform has refused a call by HTTP because there were too many. */
    void refused(String why) {
        metrics.refused();
        budget.refused(why);
    }

    private boolean isStrained() {
        return budget.isLimited() || overCommitment.isOn();
    }

    /** The function over whose connection the owner's calls go now; −1 if there is none. */
    private int connection(int owner) {
        if (tcp.reaches(owner)) {
            return owner;
        }
        return avoidsThrashing && isStrained() ? tcp.substituteFor(owner) : -1;
    }

    private boolean prefersTcp(int owner, int connected, @Nullable Failure last) {
        if (connected != owner) {
            return true;
        }
        boolean strained = isStrained();
        if (last != null && !strained) {
            return !last.speaksForHttp();
        }
        boolean replaced = !strained && surroundings.random() < httpReplacement;
        return last != null || !(replaced || warmUp.isDue(owner, surroundings.nanoTime(), budget.isLimited()));
    }
}
