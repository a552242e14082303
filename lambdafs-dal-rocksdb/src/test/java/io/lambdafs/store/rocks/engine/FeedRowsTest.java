package io.lambdafs.store.rocks.engine;

import static io.lambdafs.store.rocks.engine.CoreRun.bytes;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.CoreRun.Answer;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The content of the change feed, its retention, and the error for a reader that is too late. */
final class FeedRowsTest {
    private static final int KEPT = 3;

    private final CoreRun run = new CoreRun(new EngineLimits(10, 100, 100, KEPT, Duration.ofSeconds(100)));

    private void commit(Table table, String... rows) {
        long transaction = run.begin();
        for (String row : rows) {
            run.put(transaction, table, row, "1");
        }
        run.commit(transaction);
    }

    private void commitDurably(Table table, String... rows) {
        commit(table, rows);
        run.sync();
    }

    private static List<Long> numbers(List<CommittedChange> changes) {
        return changes.stream().map(CommittedChange::number).toList();
    }

    @Test
    void changes_comeInCommitOrder_whenTheyAreDurable() {
        commit(Table.INODE_IDS, "a", "b");
        commit(Table.BLOCKS, "c");
        assertThat(run.changes(0, 10).value()).isEmpty();
        run.sync();
        List<CommittedChange> first = run.changes(0, 10).value();
        assertThat(first).hasSize(1);
        assertThat(first.get(0).rows())
                .containsExactly(
                        new CommittedChange.Row(Table.INODE_IDS, bytes("a"), bytes("1"), false),
                        new CommittedChange.Row(Table.INODE_IDS, bytes("b"), bytes("1"), false));
        run.sync();
        List<CommittedChange> both = run.changes(0, 10).value();
        assertThat(numbers(both)).isSorted().hasSize(2);
        assertThat(run.changes(0, 1).value()).hasSize(1);
        assertThat(run.changes(both.get(0).number(), 10).value()).containsExactly(both.get(1));
        assertThat(run.changes(both.get(1).number(), 10).value()).isEmpty();
    }

    @Test
    void row_carriesTheNumberOfItsTransaction() {
        commitDurably(Table.INODE_IDS, "a");
        commitDurably(Table.INODE_IDS, "b");
        long last = run.changes(0, 10).value().get(1).number();
        assertThat(StoredRow.commit(requireNonNull(run.tables.get(Table.INODE_IDS, bytes("b")))))
                .isEqualTo(last);
    }

    @Test
    void deletedRow_isToldAsSuch_andOtherTablesAreNot() {
        commitDurably(Table.INODE_IDS, "a");
        commitDurably(Table.LEASES, "client");
        long transaction = run.begin();
        run.call(transaction, rows -> {
            rows.delete(Table.INODE_IDS, bytes("a"));
            return true;
        });
        run.commit(transaction);
        run.sync();
        List<CommittedChange> changes = run.changes(0, 10).value();
        assertThat(changes).hasSize(2);
        assertThat(changes.get(1).rows())
                .containsExactly(new CommittedChange.Row(Table.INODE_IDS, bytes("a"), bytes("1"), true));
    }

    @Test
    void feed_isBoundedByCount_andAReaderWhoIsTooLateIsTold() {
        for (int i = 0; i < 10; i++) {
            commitDurably(Table.INODE_IDS, "row-" + i);
        }
        Answer<List<CommittedChange>> late = run.changes(0, 100);
        assertThat(late.failure()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(late.message()).contains("read everything again");
        long lastGone = Long.parseLong(late.message().replaceAll(".*nothing up to commit (\\d+) any.*", "$1"));
        List<CommittedChange> kept = run.changes(lastGone, 100).value();
        // The batch that adds one removes those that were too many before.
        assertThat(kept).hasSizeBetween(KEPT, KEPT + 1);
        assertThat(numbers(kept)).isSorted();
    }

    @Test
    void feed_isBoundedByAge() {
        commitDurably(Table.INODE_IDS, "old");
        long old = run.changes(0, 10).value().get(0).number();
        run.pass(Duration.ofSeconds(101));
        commitDurably(Table.INODE_IDS, "new");
        assertThat(run.changes(0, 10).failure()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(run.changes(old, 10).value()).hasSize(1);
    }

    @Test
    void readerOfAnotherHistory_isTold() {
        commitDurably(Table.INODE_IDS, "a");
        assertThat(run.changes(1_000, 10).failure()).isEqualTo(Kind.INCOMPATIBLE);
    }

    @Test
    void feed_goesOnAfterARestart() {
        commitDurably(Table.INODE_IDS, "a");
        long before = run.changes(0, 10).value().get(0).number();
        run.restart();
        commitDurably(Table.INODE_IDS, "b");
        assertThat(numbers(run.changes(before, 10).value()))
                .allMatch(number -> number > before)
                .hasSize(1);
    }
}
