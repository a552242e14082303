package io.lambdafs.client;

import io.lambdafs.client.platform.FunctionPlatform;
import io.lambdafs.client.platform.TransportException;
import io.lambdafs.client.sharing.StackSharing;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many NameNode functions there are: as configured, or as the instances report it from the store.
 *
 * <p>Until an instance has said it, the client asks the platform, which may say too few while functions are being
 * registered, or says one if it cannot count them. Every request carries the number by which it was routed, and an
 * instance refuses a request that was routed by another number than the store's. It is counted again when a function
 * turns out not to exist.
 */
final class DeploymentCount {
    private static final int UNKNOWN = 0;

    private final FunctionPlatform platform;
    private final int configured;
    private final AtomicInteger known;
    private final StackSharing others;
    private volatile boolean doubted;

    /**
     * Not known yet, unless it is configured.
     *
     * @param others clients that may know the number; asked first, unless it has turned out to be wrong
     */
    DeploymentCount(FunctionPlatform platform, int configured, StackSharing others) {
        this.others = others;
        this.platform = platform;
        this.configured = configured;
        this.known = new AtomicInteger(configured);
    }

    /** The number, at least one; from memory where possible. */
    int get(Duration timeout) throws TransportException, InterruptedException {
        int count = known.get();
        if (count != UNKNOWN) {
            return count;
        }
        int told = doubted ? UNKNOWN : others.deployments();
        int counted = told != UNKNOWN ? told : platform.count(timeout);
        set(counted);
        return counted;
    }

    private void set(int number) {
        known.set(number);
        others.servers().learnDeployments(number);
    }

    /** Says that the number was wrong; without effect on a configured one. */
    void doubt() {
        doubted = true;
        known.set(configured);
    }

    /**
     * An instance says that there are so many; tells whether requests can be routed anew by that. They cannot where the
     * number is configured: the user who configured it must correct it.
     */
    boolean corrected(int actual) {
        if (configured != UNKNOWN || actual < 1) {
            return false;
        }
        set(actual);
        return true;
    }
}
