package io.lambdafs.runtime.storetool;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Reads a change feed from a number on.
 *
 * @param since the number of the last commit that is known, or {@value #OLDEST} or {@value #NEWEST}
 * @param limit how many transactions to read at most
 * @param follow whether to wait for more at the end of the feed
 */
record ChangeReading(String since, long limit, boolean follow) {
    /** From the oldest that the feed has. */
    static final String OLDEST = "oldest";

    /** From what commits from now on. */
    static final String NEWEST = "newest";

    /** How long to wait at the end of the feed before it is asked again. */
    static final Duration PAUSE = Duration.ofMillis(200);

    ChangeReading {
        if (!since.equals(OLDEST) && !since.equals(NEWEST) && !since.matches("\\d{1,18}")) {
            throw new IllegalArgumentException(
                    "--since is the number of a commit, '" + OLDEST + "' or '" + NEWEST + "', not " + since);
        }
        if (limit < 1) {
            throw new IllegalArgumentException("--limit is at least 1, not " + limit);
        }
    }

    /** Waits between two looks at the end of the feed. */
    interface Waiting {
        void pause(Duration time);
    }

    /**
     * Passes on each transaction in commit order, until the limit is reached, until the end of the feed is reached and
     * nothing is to be followed, or until it is stopped.
     *
     * @throws StoreException if the feed cannot be read; the message has the number from which to go on
     */
    void run(ChangeFeed feed, Consumer<CommittedTransaction> reader, BooleanSupplier stopped, Waiting waiting) {
        long last = first(feed);
        long left = limit;
        while (left > 0 && !stopped.getAsBoolean()) {
            List<CommittedTransaction> page = after(feed, last, (int) Math.min(left, ChangeFeed.MAX_TRANSACTIONS));
            for (CommittedTransaction each : page) {
                reader.accept(each);
                last = each.number();
                left--;
            }
            if (page.isEmpty()) {
                if (!follow) {
                    return;
                }
                waiting.pause(PAUSE);
            }
        }
    }

    private long first(ChangeFeed feed) {
        return switch (since) {
            case OLDEST -> feed.range().oldest();
            case NEWEST -> feed.range().newest();
            default -> Long.parseLong(since);
        };
    }

    private static List<CommittedTransaction> after(ChangeFeed feed, long last, int limit) {
        try {
            return feed.after(last, limit);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.INCOMPATIBLE) {
                throw e;
            }
            throw new StoreException(e.kind(), e.getMessage() + ". Go on later with --since " + last, e);
        }
    }
}
