package io.lambdafs.store.ndb.cluster;

import io.lambdafs.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gets the rows that come and go, on a thread of its own, as long as the cluster sends events. Changes while the
 * cluster sends none must be found by reading the table. Each time that events begin counts as one.
 */
public final class RowEvents implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RowEvents.class);

    /** The longest native wait, for which a connection that is to be closed waits. */
    private static final Duration POLL = Duration.ofMillis(200);

    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final NdbCluster cluster;
    private final List<Subscription> subscriptions;
    private final Runnable heard;
    private final Thread thread;
    private volatile boolean closed;

    private RowEvents(NdbCluster cluster, List<Subscription> subscriptions, Runnable heard) {
        this.cluster = cluster;
        this.subscriptions = List.copyOf(subscriptions);
        this.heard = heard;
        thread = new Thread(this::run, "ndb-events");
        thread.setDaemon(true);
    }

    /** Begins to listen; the first events come a little later. */
    public static RowEvents listen(NdbCluster cluster, List<Subscription> subscriptions, Runnable heard) {
        RowEvents events = new RowEvents(cluster, subscriptions, heard);
        events.thread.start();
        return events;
    }

    private void run() {
        boolean said = false;
        while (!closed) {
            try (EventStream stream = cluster.openEvents(subscriptions)) {
                heard.run();
                while (!closed) {
                    if (stream.poll(POLL)) {
                        heard.run();
                    }
                }
            } catch (StoreException e) {
                if (!said) {
                    said = true;
                    log.atWarn()
                            .setMessage("the cluster sends no events; what changes is found by looking")
                            .setCause(e)
                            .log();
                }
                pause();
            }
        }
    }

    private void pause() {
        try {
            if (!closed) {
                Thread.sleep(PAUSE_AFTER_FAILURE.toMillis());
            }
        } catch (InterruptedException closing) {
            closed = true;
        }
    }

    /** Listens no more; waits for a native call that is under way. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(2 * PAUSE_AFTER_FAILURE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
