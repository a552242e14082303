package io.lambdafs.gateway.rpc;

import static java.util.Objects.requireNonNull;

import io.lambdafs.metrics.MetricsText;
import java.io.Closeable;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.ipc.RPC;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bound on the answers that clients do not read. Hadoop's RPC server keeps an answer in memory until its client has taken it, however many
 * answers that are. A thread looks at all connections several times a second, and closes those of clients that read too little. Between two
 * looks more may gather than the bound says. Thread-safe.
 */
final class UnreadAnswers implements Closeable {
    private static final long LOOK_MILLIS = 100;

    /** Which part of the heap the answers of one connection may take. */
    private static final int PART_OF_ONE = 8;
    /** Which part of the heap those of all connections may take. */
    private static final int PART_OF_ALL = 4;

    private final Logger log = LoggerFactory.getLogger(UnreadAnswers.class);
    private final ServerConnections connections;
    private final long mostOfOne;
    private final long mostOfAll;
    private final ScheduledExecutorService looking;
    private final LongAdder closed = new LongAdder();
    private volatile long bytes;

    private UnreadAnswers(ServerConnections connections, long mostOfOne, long mostOfAll) {
        this.connections = requireNonNull(connections, "connections");
        this.mostOfOne = mostOfOne;
        this.mostOfAll = mostOfAll;
        this.looking = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "gateway-unread-answers");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Bounds the answers of a server by parts of this process' heap, until it is closed. */
    static UnreadAnswers bound(RPC.Server server) {
        long heap = Runtime.getRuntime().maxMemory();
        UnreadAnswers bound = new UnreadAnswers(ServerConnections.of(server), heap / PART_OF_ONE, heap / PART_OF_ALL);
        ScheduledFuture<?> unused = bound.looking.scheduleWithFixedDelay(
                bound::lookSafely, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return bound;
    }

    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            // A thrown exception would end the looks.
            log.error("could not look for answers that clients do not read", e);
        }
    }

    private void look() {
        List<ServerConnections.Unread> unread = connections.unread();
        long all = 0;
        for (ServerConnections.Unread one : unread) {
            all += one.bytes();
        }
        unread.sort(Comparator.comparingLong(ServerConnections.Unread::bytes).reversed());
        for (ServerConnections.Unread one : unread) {
            // A single answer may be as long as it likes, unless all together are too much.
            boolean tooMuch = one.bytes() > mostOfOne && one.answers() > 1;
            if (tooMuch || all > mostOfAll) {
                close(one);
                all -= one.bytes();
            }
        }
        bytes = all;
    }

    private void close(ServerConnections.Unread one) {
        connections.close(one);
        closed.increment();
        log.atWarn()
                .setMessage("closed the connection of a client that does not read its answers")
                .addKeyValue("client", one.connection())
                .addKeyValue("answers", one.answers())
                .addKeyValue("bytes", one.bytes())
                .log();
    }

    /** Adds what was found. */
    void addTo(MetricsText text) {
        text.gauge(
                        "lambdafs_gateway_unread_bytes",
                        "Memory of answers that clients have not read yet, with their requests.")
                .sample(bytes);
        text.counter(
                        "lambdafs_gateway_slow_readers_total",
                        "Connections that were closed because their clients did not read the answers.")
                .sample(closed.sum());
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
