package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.RowChange;
import io.lambdafs.store.changefeed.RowChange.BlockRow;
import io.lambdafs.store.changefeed.RowChange.INodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every store with a change feed must do. The store of the fixture keeps {@link #KEPT} transactions in its feed, or a
 * few more.
 */
public abstract class ChangeFeedContract extends StoreContract {
    /** How many transactions the feed keeps at least. */
    protected static final int KEPT = 200;

    /** How many more it may keep. */
    private static final int SLACK = 10;

    private static final int WRITERS = 8;
    private static final int COMMITS_PER_WRITER = 20;

    private ChangeFeed feed() {
        return store().changeFeed().orElseThrow();
    }

    private long newest() {
        return feed().range().newest();
    }

    private List<CommittedTransaction> after(long commit) {
        return feed().after(commit, 100);
    }

    private static List<Long> numbers(List<CommittedTransaction> transactions) {
        return transactions.stream().map(CommittedTransaction::number).toList();
    }

    private static RowChange written(INode inode) {
        return new INodeRow(inode.id(), inode.key(), false);
    }

    private static RowChange deleted(INode inode) {
        return new INodeRow(inode.id(), inode.key(), true);
    }

    @Test
    void feed_hasWhatEachTransactionChanged() {
        long begin = newest();
        Directory made = newDirectory();
        RegularFile file = insert(file(made.id(), "file"));
        BlockInfo block = block(file.id(), 0);
        write(tx -> tx.blocks().insert(block));
        write(tx -> {
            tx.blocks().delete(List.of(block.id()));
            tx.inodes().delete(List.of(file.id()));
        });
        List<CommittedTransaction> seen = after(begin);
        assertThat(seen).hasSize(4);
        assertThat(seen.get(0).changes()).containsExactly(written(made));
        assertThat(seen.get(1).changes()).containsExactly(written(file));
        assertThat(seen.get(2).changes()).containsExactly(new BlockRow(block.id(), false));
        assertThat(seen.get(3).changes()).containsExactlyInAnyOrder(deleted(file), new BlockRow(block.id(), true));
    }

    private List<Announcement> announcedAfter(long commit) {
        return feed().announcedAfter(commit, 100);
    }

    @Test
    void announcements_goWithTheirTransactions() {
        long begin = newest();
        write(tx -> {
            tx.inodes().insert(directory(INodeId.ROOT, "announced-" + begin));
            tx.announce(new byte[] {1, 2});
        });
        newDirectory();
        // Nothing that the feed lists changes.
        write(tx -> {
            tx.details().put(new Detail(new DetailKey(new INodeId(77), DetailKind.QUOTA_SHARD, begin), new byte[] {1}));
            tx.announce(new byte[] {3});
        });
        List<Announcement> said = announcedAfter(begin);
        assertThat(said).extracting(Announcement::bytes).containsExactly(new byte[] {1, 2}, new byte[0], new byte[] {3
        });
        assertThat(said)
                .extracting(Announcement::number)
                .isEqualTo(numbers(after(begin)))
                .isSorted();
        assertThat(said)
                .extracting(Announcement::time)
                .isEqualTo(after(begin).stream().map(CommittedTransaction::time).toList());
        assertThat(announcedAfter(said.get(1).number())).containsExactly(said.get(2));
        assertThat(feed().announcedAfter(begin, 2)).isEqualTo(said.subList(0, 2));
        assertThat(after(begin).get(2).changes()).isEmpty();
    }

    @Test
    void announcement_ofWhatIsRolledBackOrChangesNothing_isNotKept() {
        long begin = newest();
        try (Transaction tx = begin()) {
            tx.inodes().insert(directory(INodeId.ROOT, "rolled-back-" + begin));
            tx.announce(new byte[] {1});
        }
        write(tx -> tx.announce(new byte[] {2}));
        assertThat(announcedAfter(begin)).isEmpty();
        assertFails(Kind.INCOMPATIBLE, () -> feed().announcedAfter(newest() + 1, 10));
    }

    @Test
    void rename_overAnother_isAppliedInItsOrder() {
        Directory made = newDirectory();
        RegularFile source = insert(file(made.id(), "source"));
        RegularFile target = insert(file(made.id(), "target"));
        long begin = newest();
        RegularFile renamed = source.withKey(target.key());
        write(tx -> {
            tx.inodes().delete(List.of(target.id()));
            tx.inodes().update(renamed);
        });
        List<RowChange> changes = after(begin).get(0).changes();
        assertThat(changes).containsExactlyInAnyOrder(deleted(source), deleted(target), written(renamed));
        assertThat(changes.get(2)).as("the deletions come first").isEqualTo(written(renamed));
    }

    @Test
    void time_isThatOfTheCommit_byTheStoresClock() {
        long begin = newest();
        long before = readNumber(Transaction::nowMillis);
        newDirectory();
        long after = readNumber(Transaction::nowMillis);
        assertThat(after(begin).get(0).time().toEpochMilli()).isBetween(before, after);
    }

    @Test
    void transaction_isThereWhenItsCommitReturns_andNotBefore() {
        long begin = newest();
        Directory made = directory(INodeId.ROOT, "committed-" + begin);
        try (Transaction tx = begin()) {
            tx.inodes().insert(made);
            assertThat(after(begin)).isEmpty();
            tx.commit();
            assertThat(after(begin)).hasSize(1);
        }
        assertThat(numbers(after(begin))).containsExactly(newest());
    }

    @Test
    void rolledBackTransaction_isNeverThere() {
        Directory taken = newDirectory();
        long begin = newest();
        try (Transaction tx = begin()) {
            tx.inodes().insert(directory(INodeId.ROOT, "rolled-back"));
        }
        try (Transaction tx = begin()) {
            tx.inodes().insert(directory(INodeId.ROOT, "refused"));
            assertFails(Kind.DUPLICATE_KEY, () -> {
                tx.inodes().insert(taken);
                tx.commit();
            });
        }
        Directory made = newDirectory();
        assertThat(after(begin)).hasSize(1);
        assertThat(after(begin).get(0).changes()).containsExactly(written(made));
    }

    @Test
    void rowThatCameAndWent_andRowsOfOtherTables_areNotThere() {
        long begin = newest();
        RegularFile passing = file(INodeId.ROOT, "passing-" + begin);
        write(tx -> {
            tx.inodes().insert(passing);
            tx.inodes().delete(List.of(passing.id()));
        });
        write(tx -> tx.leases().renew("client-" + begin));
        assertThat(after(begin)).isEmpty();
    }

    @Test
    void limit_isHonoured_andTheNextCallGoesOn() {
        long begin = newest();
        IntStream.range(0, 5).forEach(i -> newDirectory());
        List<Long> all = numbers(after(begin));
        assertThat(all).hasSize(5).isSorted().doesNotHaveDuplicates();
        List<Long> paged = new ArrayList<>();
        long last = begin;
        for (int i = 0; i < 5; i++) {
            List<CommittedTransaction> page = feed().after(last, 2);
            assertThat(page).hasSizeLessThanOrEqualTo(2);
            paged.addAll(numbers(page));
            last = paged.get(paged.size() - 1);
        }
        assertThat(paged).isEqualTo(all);
        assertFails(Kind.INTERNAL, () -> feed().after(begin, 0));
        assertFails(Kind.INTERNAL, () -> feed().after(begin, ChangeFeed.MAX_TRANSACTIONS + 1));
    }

    @Test
    void readerThatBeginsAtTheNewest_seesWhatCommitsFromThen() {
        newDirectory();
        long begin = newest();
        assertThat(after(begin)).isEmpty();
        Directory made = newDirectory();
        assertThat(after(begin)).hasSize(1);
        assertThat(after(begin).get(0).changes()).containsExactly(written(made));
        assertThat(after(begin).get(0).number()).isGreaterThan(begin);
    }

    @Test
    void numberThatNoCommitHas_isIncompatible() {
        newDirectory();
        long newest = newest();
        StoreException failure = catchThrowableOfType(StoreException.class, () -> feed().after(newest + 1, 10));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(failure).hasMessageContaining(String.valueOf(newest + 1)).hasMessageContaining("" + newest);
    }

    @Test
    void feed_isBounded_andALateReaderLearnsTheOldestNumber() {
        long begin = newest();
        for (int i = 0; i < KEPT + 20; i++) {
            newDirectory();
        }
        long oldest = feed().range().oldest();
        assertThat(oldest).isGreaterThan(begin);
        StoreException late = catchThrowableOfType(StoreException.class, () -> feed().after(oldest - 1, 10));
        assertThat(late).isNotNull();
        assertThat(late.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(late).hasMessageContaining("" + oldest);
        List<CommittedTransaction> kept = feed().after(oldest, ChangeFeed.MAX_TRANSACTIONS);
        assertThat(kept).hasSizeBetween(KEPT, KEPT + SLACK);
        assertThat(numbers(kept)).endsWith(newest());
    }

    /** Each writer numbers its file while it holds a lock that they share, so the numbers are in commit order. */
    @Test
    void reader_missesNothing_andSeesCommitOrder_whileManyCommit() {
        Directory shared = newDirectory();
        long begin = newest();
        AtomicInteger order = new AtomicInteger();
        List<Future<Integer>> writers = IntStream.range(0, WRITERS)
                .mapToObj(writer -> elsewhere(() -> commitMany(shared, order)))
                .toList();
        List<CommittedTransaction> seen = new ArrayList<>();
        long[] last = {begin};
        eventually(() -> {
            List<CommittedTransaction> page = feed().after(last[0], 7);
            seen.addAll(page);
            page.forEach(each -> last[0] = each.number());
            return page.isEmpty() && writers.stream().allMatch(Future::isDone) && last[0] == newest();
        });
        writers.forEach(StoreContract::outcome);
        assertThat(numbers(seen)).isSorted().doesNotHaveDuplicates();
        List<String> ordered =
                seen.stream().flatMap(each -> names(each).stream()).toList();
        assertThat(ordered)
                .isEqualTo(IntStream.range(0, WRITERS * COMMITS_PER_WRITER)
                        .mapToObj(number -> "ordered-" + number)
                        .toList());
    }

    private int commitMany(Directory shared, AtomicInteger order) {
        for (int i = 0; i < COMMITS_PER_WRITER; i++) {
            RegularFile unnamed = file(shared.id(), "unnamed");
            write(tx -> {
                tx.inodes().lock(List.of(new RowLock(shared.id(), LockMode.EXCLUSIVE)));
                Name name = Name.of("ordered-" + order.getAndIncrement());
                tx.inodes().insert(unnamed.withKey(new INodeKey(shared.id(), name)));
            });
        }
        return COMMITS_PER_WRITER;
    }

    private static List<String> names(CommittedTransaction transaction) {
        return transaction.changes().stream()
                .map(change -> ((INodeRow) change).key().name().toString())
                .toList();
    }
}
