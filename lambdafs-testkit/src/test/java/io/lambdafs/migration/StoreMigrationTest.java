package io.lambdafs.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.DataNodeRegistration;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Pause;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.testkit.store.InMemoryMovableStore;
import io.lambdafs.testkit.store.contract.MoveFixture;
import io.lambdafs.testkit.store.contract.SampleContent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The migration over twins: interrupted everywhere, refused where it must be, and falsified. */
final class StoreMigrationTest {
    private static final int FILES = 12;

    private final AtomicLong seconds = new AtomicLong(1_800_000_000);
    private final InstantSource clock = () -> Instant.ofEpochSecond(seconds.get(), 1_000);
    private final InMemoryDatabase source = new InMemoryDatabase(clock);
    private final InMemoryDatabase target = new InMemoryDatabase(clock);
    private final SampleContent content = new SampleContent();
    private final List<String> progress = new ArrayList<>();

    /** The process ends here. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final class Recorded implements MigrationProgress {
        @Override
        public void step(String what) {
            progress.add(what);
        }

        @Override
        public void rows(Phase phase, MoveTable table, long done, long total) {
            assertThat(done).isLessThanOrEqualTo(total);
        }
    }

    private static MetadataStore open(InMemoryDatabase database) {
        return new InMemoryMetadataStore(database, MoveFixture.BOUNDS);
    }

    private void fill() {
        try (MetadataStore store = open(source)) {
            content.fill(store, FILES);
        }
    }

    private void requireMoved() {
        seconds.incrementAndGet();
        try (MetadataStore store = open(target)) {
            content.requireIn(store);
        }
    }

    private MigrationReport run(MovableStore from, MovableStore to, Pause pause) {
        return new StoreMigration(
                        new StoreMigration.Side(from, "old"),
                        new StoreMigration.Side(to, "new"),
                        new MigrationSettings(4, Duration.ofSeconds(10), Duration.ofSeconds(5)),
                        pause,
                        new Recorded())
                .run();
    }

    private MigrationReport run(MovableStore to) {
        return run(new InMemoryMovableStore(source), to, noPause -> {});
    }

    private MigrationReport run() {
        return run(new InMemoryMovableStore(target));
    }

    /** A store whose process is killed after, or before, this many calls that change it. */
    private static MovableStore dying(MovableStore store, int calls, boolean before) {
        AtomicInteger left = new AtomicInteger(calls);
        List<String> changing = List.of("seal", "begin", "write", "adopt", "finish");
        return (MovableStore) Proxy.newProxyInstance(
                StoreMigrationTest.class.getClassLoader(),
                new Class<?>[] {MovableStore.class},
                (self, method, arguments) -> {
                    boolean last =
                            arguments != null && changing.contains(method.getName()) && left.getAndDecrement() == 0;
                    if (last && before) {
                        throw new Killed();
                    }
                    try {
                        Object result = method.invoke(store, arguments);
                        if (last) {
                            throw new Killed();
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void everything_isMoved_andTheTargetIsUsed() {
        fill();
        MigrationReport report = run();
        assertThat(report.rows())
                .containsEntry(MoveTable.INODES, FILES + 2L)
                .containsEntry(MoveTable.REPLICAS, 2L * FILES);
        assertThat(report.copied()).isEqualTo(report.total());
        requireMoved();
        assertThatThrownBy(() -> open(source)).hasMessageContaining("was moved to new");
    }

    /** Pages of four rows make some forty calls; the last one is after the end. */
    @Test
    void interruptedRun_goesOnWhereItWas_whereverItDied() {
        int deaths = 0;
        boolean ended = false;
        for (int calls = 0; !ended; calls++) {
            for (boolean before : new boolean[] {true, false}) {
                StoreMigrationTest one = new StoreMigrationTest();
                one.fill();
                ended = !one.diesAfter(calls, before);
                deaths += ended ? 0 : 1;
                if (!ended && new InMemoryMovableStore(one.target).mark().isPresent()) {
                    one.run();
                }
                one.requireMoved();
            }
        }
        assertThat(deaths).isGreaterThan(40);
    }

    /** Runs until a call that changes the target; says whether the run died there. */
    private boolean diesAfter(int calls, boolean before) {
        try {
            run(dying(new InMemoryMovableStore(target), calls, before));
            return false;
        } catch (Killed e) {
            if (new InMemoryMovableStore(target).mark().isEmpty() && calls == 0) {
                run();
            }
            return true;
        }
    }

    @Test
    void runThatGoesOn_copiesNothingTwice() {
        fill();
        assertThatThrownBy(() -> run(dying(new InMemoryMovableStore(target), 3, false)))
                .isInstanceOf(Killed.class);
        assertThatThrownBy(() -> open(target)).hasMessageContaining("run `lambdafs migrate`");
        long copied =
                new InMemoryMovableStore(target).mark().map(MoveMark::copied).orElse(0L);
        assertThat(copied).isEqualTo(12);
        MigrationReport report = run();
        assertThat(report.copied()).isEqualTo(report.total() - copied);
        assertThat(progress).contains("going on after 12 rows");
    }

    @Test
    void runThatDiedWhileItSealed_sealsAndEndsWriters_whenRepeated() {
        fill();
        for (boolean before : new boolean[] {true, false}) {
            assertThatThrownBy(() -> run(
                            dying(new InMemoryMovableStore(source), 0, before),
                            new InMemoryMovableStore(target),
                            noPause -> {}))
                    .isInstanceOf(Killed.class);
        }
        run();
        assertThat(new InMemoryMovableStore(source).seal()).contains("new");
        requireMoved();
    }

    @Test
    void changedRow_isFoundByTheComparison_andTheTargetStaysClosed() {
        fill();
        MovableStore falsifying = writing(page -> page.map(StoreMigrationTest::falsified));
        assertThatThrownBy(() -> run(falsifying))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("1 differences")
                .hasMessageContaining("dír")
                .hasMessageContaining("Delete it");
        assertThatThrownBy(() -> open(target)).hasMessageContaining("only a part");
    }

    /** The target, which is given other rows than those that the migration writes. */
    private MovableStore writing(UnaryOperator<Stream<MoveRow>> change) {
        InMemoryMovableStore store = new InMemoryMovableStore(target);
        return (MovableStore) Proxy.newProxyInstance(
                StoreMigrationTest.class.getClassLoader(),
                new Class<?>[] {MovableStore.class},
                (self, method, arguments) -> {
                    if (method.getName().equals("write")) {
                        List<MoveRow> page = ((List<?>) arguments[0])
                                .stream().map(MoveRow.class::cast).toList();
                        store.write(change.apply(page.stream()).toList(), (MoveMark) arguments[1]);
                        return null;
                    }
                    return method.invoke(store, arguments);
                });
    }

    private static MoveRow falsified(MoveRow row) {
        if (row instanceof MoveRow.INodeRow moved && moved.inode().name().equals(Name.of("dír"))) {
            INode inode = moved.inode();
            return new MoveRow.INodeRow(inode.withAttributes(inode.attributes().withModification(1)));
        }
        return row;
    }

    @Test
    void lostRow_andExtraRow_areFoundByTheComparison() {
        fill();
        MovableStore losing = writing(
                page -> page.filter(row -> !(row instanceof MoveRow.OutcomeRow)).map(StoreMigrationTest::otherRole));
        assertThatThrownBy(() -> run(losing))
                .hasMessageContaining("3 differences")
                .hasMessageContaining("the target lacks OutcomeRow")
                .hasMessageContaining("the target lacks RoleRow[role=housekeeper")
                .hasMessageContaining("the source lacks RoleRow[role=other");
    }

    private static MoveRow otherRole(MoveRow row) {
        return row instanceof MoveRow.RoleRow role
                ? new MoveRow.RoleRow("other", role.owner(), role.untilMicros())
                : row;
    }

    @Test
    void targetWithRows_isRefused() {
        fill();
        try (MetadataStore store = open(target)) {
            new SampleContent().fill(store, 2);
        }
        assertThatThrownBy(this::run)
                .hasMessageContaining("new is not empty")
                .hasMessageContaining("use a new database");
        open(source).close();
    }

    @Test
    void targetOfAnotherMove_isRefused() {
        fill();
        new InMemoryMovableStore(target).begin(MoveMark.begin("another", "CID-another"), Duration.ofSeconds(1));
        assertThatThrownBy(this::run).hasMessageContaining("remains of a move from another");
        open(source).close();
    }

    @Test
    void sourceThatIsATarget_orWasMovedElsewhere_isRefused() {
        fill();
        new InMemoryMovableStore(source).seal("elsewhere", Duration.ofSeconds(1));
        assertThatThrownBy(this::run).hasMessageContaining("was moved to elsewhere");
        new InMemoryMovableStore(source).unseal();
        new InMemoryMovableStore(source).begin(MoveMark.begin("another", "CID"), Duration.ofSeconds(1));
        assertThatThrownBy(this::run).hasMessageContaining("only a part of the metadata of another");
    }

    @Test
    void reopenedSource_isNotGoneOnWith() {
        fill();
        assertThatThrownBy(() -> run(dying(new InMemoryMovableStore(target), 2, false)))
                .isInstanceOf(Killed.class);
        new InMemoryMovableStore(source).unseal();
        assertThatThrownBy(this::run).hasMessageContaining("it was reopened. Use an empty store");
    }

    @Test
    void sourceThatIsUsed_isRefused_whoeverUsesIt() {
        fill();
        try (MetadataStore store = open(source)) {
            WriterId writer = store.registerWriter("alive");
            requireRefused("DataNode node-2 on host", () -> register(store, writer));
            requireRefused("DataNode node-2 on host", () -> {
                seconds.addAndGet(3);
                register(store, writer);
            });
            requireRefused("(a NameNode) wrote", () -> store.registerWriter("a NameNode"));
            requireRefused(
                    "the owner of the role housekeeper",
                    () -> write(
                            store, writer, tx -> tx.roles().acquire("housekeeper", "alive", Duration.ofSeconds(9))));
        }
        run();
    }

    private static void register(MetadataStore store, WriterId writer) {
        DataNodeRegistration.Ports ports = new DataNodeRegistration.Ports(1, 2, 3);
        write(
                store,
                writer,
                tx -> tx.dataNodes()
                        .register(new DataNodeRegistration(new DataNodeId("node-2"), "host", "10.0.0.1", ports, "3")));
    }

    private static void write(MetadataStore store, WriterId writer, Consumer<Transaction> work) {
        try (Transaction tx = store.beginWrite(writer)) {
            work.accept(tx);
            tx.commit();
        }
    }

    private void requireRefused(String who, Runnable meanwhile) {
        assertThatThrownBy(() -> run(
                        new InMemoryMovableStore(source), new InMemoryMovableStore(target), watch -> meanwhile.run()))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("the source is in use: ")
                .hasMessageContaining(who)
                .hasMessageContaining("lambdafs stop");
        assertThat(new InMemoryMovableStore(source).seal()).isEmpty();
        assertThat(new InMemoryMovableStore(target).mark()).isEmpty();
        assertThat(new InMemoryMovableStore(target).isEmpty()).isTrue();
    }

    @Test
    void sameStore_isRefused() {
        MovableStore store = new InMemoryMovableStore(source);
        assertThatThrownBy(() -> new StoreMigration(
                                new StoreMigration.Side(store, "here"),
                                new StoreMigration.Side(store, "here"),
                                MigrationSettings.defaults(),
                                noPause -> {},
                                new Recorded())
                        .run())
                .hasMessageContaining("the same store");
    }

    @Test
    void emptyFileSystem_isMovedWithItsIdentity() {
        INodeId next;
        try (MetadataStore store = open(source)) {
            next = new INodeId(store.reserve(Sequence.INODE, 5).first() + 5);
        }
        run();
        try (MetadataStore store = open(target)) {
            assertThat(store.identity())
                    .isEqualTo(new InMemoryMovableStore(source).header().identity());
            assertThat(store.reserve(Sequence.INODE, 1).first()).isEqualTo(next.value());
        }
    }
}
