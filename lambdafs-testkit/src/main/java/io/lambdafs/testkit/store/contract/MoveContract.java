package io.lambdafs.testkit.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.migration.MigrationProgress;
import io.lambdafs.migration.MigrationSettings;
import io.lambdafs.migration.StoreMigration;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.testkit.store.InMemoryMovableStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the content of every store must be moved to another one, and from one. */
public abstract class MoveContract {
    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final int FILES = 23;

    private MoveFixture fixture = new Twin(new InMemoryDatabase(InstantSource.system()));

    /** A new, empty file system. */
    protected abstract MoveFixture createFixture();

    /** A twin that can be moved. */
    private record Twin(InMemoryDatabase database) implements MoveFixture {
        @Override
        public MetadataStore open(Bounds bounds) {
            return new InMemoryMetadataStore(database, bounds);
        }

        @Override
        public MovableStore openToMove() {
            return new InMemoryMovableStore(database);
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void create() {
        fixture = createFixture();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static MoveFixture twin() {
        return new Twin(new InMemoryDatabase(InstantSource.system()));
    }

    private static SampleContent fill(MoveFixture fixture) {
        SampleContent content = new SampleContent();
        try (MetadataStore store = fixture.open(MoveFixture.BOUNDS)) {
            content.fill(store, FILES);
        }
        return content;
    }

    private static void requireIn(SampleContent content, MoveFixture fixture) {
        try (MetadataStore store = fixture.open(MoveFixture.BOUNDS)) {
            content.requireIn(store);
        }
    }

    private static void move(MoveFixture from, MoveFixture to) {
        try (MovableStore source = from.openToMove();
                MovableStore target = to.openToMove()) {
            new StoreMigration(
                            new StoreMigration.Side(source, "the source"),
                            new StoreMigration.Side(target, "the target"),
                            new MigrationSettings(7, Duration.ofSeconds(1), BOUND),
                            noPause -> {},
                            SILENT)
                    .run();
        }
    }

    private static final MigrationProgress SILENT = new MigrationProgress() {
        @Override
        public void step(String what) {}

        @Override
        public void rows(Phase phase, MoveTable table, long done, long total) {}
    };

    private static List<MoveRow> all(MovableStore store, int pageRows) {
        List<MoveRow> rows = new ArrayList<>();
        for (MoveTable table : MoveTable.values()) {
            Optional<MoveKey> after = Optional.empty();
            List<MoveRow> page;
            do {
                page = store.read(table, after, pageRows);
                assertThat(page).hasSizeLessThanOrEqualTo(pageRows);
                assertThat(page).allMatch(row -> row.table() == table);
                rows.addAll(page);
                after = page.isEmpty()
                        ? after
                        : Optional.of(page.get(page.size() - 1).key());
            } while (!page.isEmpty());
        }
        return rows;
    }

    @Test
    void content_survivesAMoveToThisStore_andIsUsedThere() {
        MoveFixture source = twin();
        SampleContent content = fill(source);
        move(source, fixture);
        requireIn(content, fixture);
    }

    @Test
    void content_survivesAMoveFromThisStore_andIsUsedElsewhere() {
        SampleContent content = fill(fixture);
        MoveFixture target = twin();
        move(fixture, target);
        requireIn(content, target);
    }

    @Test
    void everyRowAndTheHeader_areTheSame_afterAMoveThereAndBack() {
        MoveFixture source = twin();
        MoveFixture target = twin();
        fill(source);
        move(source, fixture);
        try (MovableStore first = source.openToMove();
                MovableStore middle = fixture.openToMove()) {
            assertThat(all(middle, 3)).isEqualTo(all(first, 3));
            assertThat(middle.header()).isEqualTo(first.header());
            assertThat(middle.header().deployments()).hasValue(SampleContent.DEPLOYMENTS);
        }
        move(fixture, target);
        try (MovableStore first = source.openToMove();
                MovableStore last = target.openToMove()) {
            assertThat(all(last, 100)).isEqualTo(all(first, 100));
            assertThat(last.header()).isEqualTo(first.header());
        }
    }

    @Test
    void pages_haveEveryRowOnce_inTheOrderOfTheKeys() {
        fill(fixture);
        try (MovableStore store = fixture.openToMove()) {
            List<MoveRow> rows = all(store, 2);
            assertThat(rows).isEqualTo(all(store, MovableStore.MAX_PAGE));
            for (MoveTable table : MoveTable.values()) {
                List<MoveRow> ofTable =
                        rows.stream().filter(row -> row.table() == table).toList();
                assertThat(ofTable).as(table.name()).isNotEmpty().hasSize((int) store.count(table));
                assertThat(ofTable).extracting(MoveRow::key).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void newStore_isEmpty_andOneWithRowsIsNot() {
        try (MovableStore store = fixture.openToMove()) {
            assertThat(store.isEmpty()).isTrue();
            assertThat(store.mark()).isEmpty();
            assertThat(store.seal()).isEmpty();
        }
        fill(fixture);
        try (MovableStore store = fixture.openToMove()) {
            assertThat(store.isEmpty()).isFalse();
        }
    }

    @Test
    void target_isNoFileSystem_untilTheMoveIsComplete() {
        MoveFixture source = twin();
        fill(source);
        MoveMark begin = MoveMark.begin("the source", "CID-1");
        try (MovableStore from = source.openToMove();
                MovableStore store = fixture.openToMove()) {
            List<MoveRow> page = from.read(MoveTable.INODES, Optional.empty(), 10);
            store.begin(begin, BOUND);
            store.write(page, begin.at(MoveTable.INODES, Optional.of(page.get(9).key()), 10));
        }
        requireRefused("the source", "run `lambdafs migrate`");
        try (MovableStore store = fixture.openToMove()) {
            MoveMark mark = store.mark().orElseThrow();
            assertThat(mark.copied()).isEqualTo(10);
            assertThat(mark.from()).isEqualTo("the source");
            store.begin(mark, BOUND);
            assertThat(store.mark()).contains(mark);
            assertThat(store.read(MoveTable.INODES, Optional.empty(), 100))
                    .hasSize(10)
                    .last()
                    .extracting(MoveRow::key)
                    .isEqualTo(mark.after().orElseThrow());
            store.finish();
        }
        fixture.open(MoveFixture.BOUNDS).close();
    }

    private void requireRefused(String... parts) {
        assertThatThrownBy(() -> fixture.open(MoveFixture.BOUNDS).close())
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INCOMPATIBLE))
                .hasMessageContainingAll(parts);
    }

    @Test
    void page_isWrittenWithItsMark_orNotAtAll() {
        MoveFixture source = twin();
        fill(source);
        MoveMark begin = MoveMark.begin("the source", "CID-1");
        try (MovableStore from = source.openToMove();
                MovableStore store = fixture.openToMove()) {
            List<MoveRow> page = from.read(MoveTable.BLOCKS, Optional.empty(), 5);
            List<MoveRow> repeated =
                    from.read(MoveTable.BLOCKS, Optional.of(page.get(3).key()), 5);
            MoveMark first = begin.at(MoveTable.BLOCKS, Optional.of(page.get(4).key()), 5);
            store.begin(begin, BOUND);
            store.write(page, first);
            // The last row of the first page is the first of this one.
            assertThatThrownBy(() -> store.write(repeated, begin.at(MoveTable.BLOCKS, Optional.empty(), 99)))
                    .isInstanceOf(StoreException.class);
            assertThat(store.mark()).contains(first);
            assertThat(store.read(MoveTable.BLOCKS, Optional.empty(), 100)).isEqualTo(page);
        }
    }

    @Test
    void sealedStore_admitsNobody_untilTheSealIsBroken() {
        WriterId writer;
        try (MetadataStore store = fixture.open(MoveFixture.BOUNDS)) {
            writer = store.registerWriter("forgotten");
        }
        try (MovableStore store = fixture.openToMove()) {
            store.seal("elsewhere", BOUND);
            store.seal("elsewhere", BOUND);
            assertThat(store.seal()).contains("elsewhere");
            assertThat(store.writers()).isEmpty();
        }
        requireRefused("elsewhere", "--reopen");
        try (MovableStore store = fixture.openToMove()) {
            store.unseal();
            assertThat(store.seal()).isEmpty();
        }
        try (MetadataStore store = fixture.open(MoveFixture.BOUNDS)) {
            StoreContract.assertFails(Kind.FENCED, () -> store.beginWrite(writer));
            assertThat(store.registerWriter("new").value()).isGreaterThan(writer.value());
        }
    }

    @Test
    void forgottenProcess_writesNothing_afterTheSeal() {
        try (MetadataStore forgotten = fixture.open(MoveFixture.BOUNDS)) {
            WriterId writer = forgotten.registerWriter("forgotten");
            try (MovableStore store = fixture.openToMove()) {
                store.seal("elsewhere", BOUND);
            } catch (StoreException e) {
                // Nobody can open this store a second time, so nobody can be forgotten.
                assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE);
                return;
            }
            StoreContract.assertFails(Kind.FENCED, () -> forgotten.beginWrite(writer));
            StoreContract.assertFails(Kind.INCOMPATIBLE, () -> forgotten.registerWriter("again"));
        }
    }
}
