package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.testkit.store.contract.MoveFixture;
import io.lambdafs.testkit.store.contract.SampleContent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Pages of tables that are sorted for a move, where many more rows are there than keys are kept. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class MovedTablesTest {
    private static final int FILES = 40;
    private static final int FEW_KEYS = 7;

    @Test
    void tables_haveTheSamePages_howeverFewKeysAreKept() {
        NdbFixture fixture = NdbFixture.create();
        StoreConfig config = fixture.config(MoveFixture.BOUNDS);
        Duration life = config.bounds().transaction();
        try (MetadataStore store = fixture.open(MoveFixture.BOUNDS)) {
            new SampleContent().fill(store, FILES);
        }
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            for (MoveTable table : MoveTable.values()) {
                List<MoveRow> atOnce =
                        MovedTables.of(table, cluster, life).page(Optional.empty(), MovableStore.MAX_PAGE);
                assertThat(atOnce).as(table.name()).isNotEmpty();
                MovedTable few = MovedTables.of(table, cluster, life, FEW_KEYS);
                for (int limit : new int[] {3, FEW_KEYS, 2 * FEW_KEYS}) {
                    assertThat(inPages(few, limit)).as(table + ", " + limit).isEqualTo(atOnce);
                }
                MoveKey second = atOnce.get(Math.min(1, atOnce.size() - 1)).key();
                assertThat(few.page(Optional.of(second), 2))
                        .as(table + " after its second row, read again")
                        .isEqualTo(atOnce.stream().skip(2).limit(2).toList());
            }
        } finally {
            fixture.close();
        }
    }

    private static List<MoveRow> inPages(MovedTable table, int limit) {
        List<MoveRow> rows = new ArrayList<>();
        List<MoveRow> page = table.page(Optional.empty(), limit);
        while (!page.isEmpty()) {
            assertThat(page).hasSizeLessThanOrEqualTo(limit);
            rows.addAll(page);
            page = table.page(Optional.of(page.get(page.size() - 1).key()), limit);
        }
        return rows;
    }
}
