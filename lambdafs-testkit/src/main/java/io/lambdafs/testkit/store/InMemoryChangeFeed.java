package io.lambdafs.testkit.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.changefeed.RowChange;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The twin's change feed, with a bounded number of transactions. Used by one at a time. */
final class InMemoryChangeFeed {
    private final int kept;
    private final Deque<CommittedTransaction> transactions = new ArrayDeque<>();
    private final Deque<Announcement> announcements = new ArrayDeque<>();
    private long newest;
    private long oldest;

    InMemoryChangeFeed(int kept) {
        this.kept = kept;
    }

    /** Gives a committing transaction its number, and adds what it is about to change. */
    void record(Instant time, TableView<INodeId, INode> inodes, TableView<BlockId, ?> blocks, byte[] announced) {
        newest++;
        List<RowChange> deleted = new ArrayList<>();
        List<RowChange> written = new ArrayList<>();
        inodes.changes().forEach((id, inode) -> record(inodes.committed(id), inode, deleted, written));
        blocks.changes().forEach((id, block) -> {
            if (block.isPresent()) {
                written.add(new RowChange.BlockRow(id, false));
            } else if (blocks.committed(id).isPresent()) {
                deleted.add(new RowChange.BlockRow(id, true));
            }
        });
        deleted.addAll(written);
        if (!deleted.isEmpty() || announced.length > 0) {
            transactions.add(new CommittedTransaction(newest, time, deleted));
            announcements.add(new Announcement(newest, time, announced));
            trim();
        }
    }

    private static void record(
            Optional<INode> before, Optional<INode> after, List<RowChange> deleted, List<RowChange> written) {
        before.filter(old ->
                        after.filter(inode -> inode.key().equals(old.key())).isEmpty())
                .ifPresent(old -> deleted.add(new RowChange.INodeRow(old.id(), old.key(), true)));
        after.ifPresent(inode -> written.add(new RowChange.INodeRow(inode.id(), inode.key(), false)));
    }

    /** Forgets everything, and goes on with the numbers after this one. */
    void restartAfter(long commit) {
        transactions.clear();
        announcements.clear();
        newest = commit;
        oldest = commit;
    }

    private void trim() {
        while (transactions.size() > kept) {
            oldest = transactions.remove().number();
            announcements.remove();
        }
    }

    FeedRange range() {
        return new FeedRange(oldest, newest);
    }

    List<CommittedTransaction> after(long commit, int limit) {
        requireReadable(commit, limit);
        return transactions.stream()
                .filter(each -> each.number() > commit)
                .limit(limit)
                .toList();
    }

    List<Announcement> announcedAfter(long commit, int limit) {
        requireReadable(commit, limit);
        return announcements.stream()
                .filter(each -> each.number() > commit)
                .limit(limit)
                .toList();
    }

    private void requireReadable(long commit, int limit) {
        if (limit < 1 || limit > ChangeFeed.MAX_TRANSACTIONS) {
            throw new StoreException(Kind.INTERNAL, limit + " is not a number of transactions to return");
        }
        if (commit < oldest) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the change feed has nothing up to commit " + oldest + " any more, and commit " + commit
                            + " is older: read everything again");
        }
        if (commit > newest) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "no commit has the number " + commit + ", the newest is " + newest);
        }
    }
}
