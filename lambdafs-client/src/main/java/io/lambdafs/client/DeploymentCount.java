package io.lambdafs.client;

import io.lambdafs.client.TransportException.Kind;
import io.lambdafs.client.sharing.StackSharing;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many NameNode functions there are: as configured, or as the instances say, who know it from the store.
 *
 * <p>Until an instance has said it, the platform's actions are counted, which may be some too few while functions are being
 * registered. Every request tells the number by which it was routed, and an instance refuses one that was routed by another
 * number than the store's. It is counted again when a function turns out not to exist.
 */
final class DeploymentCount {
    private static final int UNKNOWN = 0;
    private static final int PAGE = 200;
    private static final int MAX_PAGES = 50;

    private final PlatformRest platform;
    private final InvocationJson json = new InvocationJson();
    private final int configured;
    private final AtomicInteger known;
    private final StackSharing others;
    private volatile boolean doubted;

    /**
     * Not known yet, unless it is configured.
     *
     * @param others clients that may know the number; asked first, unless it has turned out to be wrong
     */
    DeploymentCount(PlatformRest platform, int configured, StackSharing others) {
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
        int counted = told != UNKNOWN ? told : count(timeout);
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

    private int count(Duration timeout) throws TransportException, InterruptedException {
        Set<String> names = actionNames(timeout);
        int count = 0;
        while (names.contains("namenode" + count)) {
            count++;
        }
        if (count == 0) {
            throw new TransportException(
                    Kind.NO_SUCH_FUNCTION,
                    platform.url() + " has no function namenode0: start λFS, or point " + ClientKey.OPENWHISK_URL.key()
                            + " to where it runs");
        }
        return count;
    }

    private Set<String> actionNames(Duration timeout) throws TransportException, InterruptedException {
        Set<String> names = new HashSet<>();
        for (int page = 0; page < MAX_PAGES; page++) {
            List<String> some = page(page, timeout);
            names.addAll(some);
            if (some.size() < PAGE) {
                return names;
            }
        }
        return names;
    }

    private List<String> page(int page, Duration timeout) throws TransportException, InterruptedException {
        PlatformRest.Reply reply;
        try {
            reply = platform.get("actions?limit=" + PAGE + "&skip=" + page * PAGE, timeout);
        } catch (IOException e) {
            throw new TransportException(Kind.LOST, platform.url() + ": " + e.getMessage());
        }
        if (reply.status() != 200) {
            throw PlatformRefusal.of(platform.url(), reply);
        }
        try {
            return json.actionNames(reply.body());
        } catch (IOException e) {
            throw new TransportException(Kind.GARBLED, platform.url() + " answered no valid list of actions");
        }
    }
}
