package io.lambdafs.runtime;

import io.lambdafs.container.Readiness;
import io.lambdafs.deployments.WrongDeploymentsException;
import io.lambdafs.store.StoreException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Puts an instance together in the background, and again after a pause if that failed and somebody asks. Thread-safe. */
final class InstanceOpening {
    private static final long PAUSE_MILLIS = 500;

    private final Runnable attempt;
    private final ScheduledExecutorService background;
    private Readiness outcome = Readiness.starting("its store is being opened");
    private boolean underWay;

    /**
     * Nothing is attempted yet.
     *
     * @param attempt throws what a store throws, or that the namespace is divided otherwise
     */
    InstanceOpening(Runnable attempt, ScheduledExecutorService background) {
        this.attempt = attempt;
        this.background = background;
    }

    /** What became of the latest attempt; sees to another one if it failed. */
    synchronized Readiness state() {
        if (!underWay && outcome.state() != Readiness.State.READY) {
            underWay = true;
            var unused = background.schedule(this::attempted, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
        return outcome;
    }

    /** Attempts it now, unless that is under way. Returns at once. */
    synchronized void begin() {
        if (!underWay) {
            underWay = true;
            background.execute(this::attempted);
        }
    }

    private void attempted() {
        Readiness became = Readiness.READY;
        try {
            attempt.run();
        } catch (WrongDeploymentsException e) {
            became = Readiness.refusing(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            became = Readiness.starting(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            became = Readiness.starting(e.toString());
        }
        synchronized (this) {
            outcome = became;
            underWay = false;
        }
    }
}
