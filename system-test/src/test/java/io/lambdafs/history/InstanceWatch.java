package io.lambdafs.history;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Looks again and again how many instances of each function there are, until it is closed. */
final class InstanceWatch implements AutoCloseable {
    private static final Duration LOOKS_APART = Duration.ofMillis(200);
    private static final Duration BOUND = Duration.ofSeconds(30);

    private final LiveInstances instances;
    private final Map<String, Integer> most = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread watcher = new Thread(this::watch, "instance-watch");

    private InstanceWatch(LiveInstances instances) {
        this.instances = instances;
    }

    /** Looks for the first time before it returns. */
    static InstanceWatch start(LiveInstances instances) throws InterruptedException {
        InstanceWatch watch = new InstanceWatch(instances);
        watch.look();
        watch.watcher.setDaemon(true);
        watch.watcher.start();
        return watch;
    }

    /** The most that were seen at once of each function, by its name. */
    Map<String, Integer> most() {
        return new TreeMap<>(most);
    }

    private void watch() {
        try {
            while (!closed.await(LOOKS_APART.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws InterruptedException {
        try {
            instances.living().forEach((function, living) -> most.merge(function, living, Math::max));
        } catch (IOException e) {
            // A platform that is busy answers another time; where it never does, nothing has been seen.
            return;
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            watcher.join(BOUND.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
