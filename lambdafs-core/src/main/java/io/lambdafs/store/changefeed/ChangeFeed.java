package io.lambdafs.store.changefeed;

import java.util.List;

/**
 * What committed transactions changed in the namespace, in commit order. Thread-safe.
 *
 * <p>Each transaction that commits changes gets a commit sequence number, higher than the numbers of all transactions that
 * committed before it. The feed lists a transaction if it changed inodes or blocks, or announced something, so the numbers that a reader sees rise
 * with gaps. A transaction is in the feed from the moment its commit returns, and it is never there before it is durable. A
 * reader that passes the last number it got misses nothing, also while others commit.
 *
 * <p>The feed keeps a bounded number of transactions for a bounded time. A reader that is too late must read everything
 * again, and can then go on from the number that {@link FeedRange#newest} had before that.
 */
public interface ChangeFeed {
    /** How many transactions one call returns at most. */
    int MAX_TRANSACTIONS = 1_000;

    /** What one call returns ends with the transaction that reaches so many rows. */
    int MAX_ROWS = 10_000;

    /** What the feed has now. */
    FeedRange range();

    /**
     * The first transactions after the commit with this number, in commit order; empty if there are none yet.
     *
     * @param limit how many to return at most, from 1 to {@link #MAX_TRANSACTIONS}. Fewer are returned if there are no
     *     more, or if they reach {@link #MAX_ROWS}
     * @throws io.lambdafs.store.StoreException of kind INCOMPATIBLE if the feed does not have all of them any more, or if
     *     no commit has this number yet, as after a restore from a backup. The message has the oldest number to go on
     *     from, or the newest number. Of kind INTERNAL if the limit is out of bounds
     */
    List<CommittedTransaction> after(long commit, int limit);

    /**
     * As {@link #after}, but what the transactions have said of themselves; of those that have said nothing, no bytes.
     */
    List<Announcement> announcedAfter(long commit, int limit);

    /** Whether what {@link #after} returned for this limit was all that there was then. */
    static boolean isLast(List<CommittedTransaction> returned, int limit) {
        return returned.size() < limit
                && returned.stream()
                                .mapToLong(transaction -> transaction.changes().size())
                                .sum()
                        < MAX_ROWS;
    }
}
