package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.IdSource;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.volume.Begun;
import io.lambdafs.store.volume.ByteString;
import io.lambdafs.store.volume.CacheUpdate;
import io.lambdafs.store.volume.CommitOutcome;
import io.lambdafs.store.volume.Item;
import io.lambdafs.store.volume.VolumeCommit;
import io.lambdafs.store.volume.VolumeId;
import io.lambdafs.store.volume.VolumeInfo;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.store.volume.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of an engine that serves, and what is made of them. */
final class BackupTest {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);
    private static final Name LEFT = Name.of("left");
    private static final Name RIGHT = Name.of("right");
    private static final Item FIELD = Item.field(1, 0);
    private static final int CALLERS = 4;
    private static final int BEFORE_BACKUP = 300;

    @TempDir
    private Path directory = Path.of("");

    private Path backup() {
        return directory.resolve("backup");
    }

    private Path restored() {
        return directory.resolve("restored");
    }

    private void with(Path place, Consumer<MetadataStore> user) {
        try (Engine engine = EmbeddedEngine.at(place);
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
            user.accept(store);
        }
    }

    private static StoreException failure(ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Directory insert(
            MetadataStore store, WriterId writer, IdSource ids, INodeId parent, String... names) {
        Directory made = new Directory(INodeId.ROOT, new INodeKey(INodeId.NONE, Name.EMPTY), ATTRIBUTES);
        try (Transaction tx = store.beginWrite(writer)) {
            for (String name : names) {
                made = new Directory(new INodeId(ids.next()), new INodeKey(parent, Name.of(name)), ATTRIBUTES);
                tx.inodes().insert(made);
            }
            tx.commit();
        }
        return made;
    }

    private static void backUp(MetadataStore store, Path place) {
        store.maintenance().orElseThrow().backUp(place);
    }

    /** A store with one directory, and its backup. */
    private void makeBackup() {
        with(directory.resolve("store"), store -> {
            insert(store, store.registerWriter("w"), new IdSource(store, Sequence.INODE, 10), INodeId.ROOT, "kept");
            backUp(store, backup());
        });
    }

    @Test
    void backupUnderLoad_hasWhatWasAcknowledgedBefore_andNothingHalfDone() {
        with(directory.resolve("store"), store -> {
            Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
            List<String> before = backUpUnderLoad(store, acknowledged);
            StoreBackup.restore(backup(), restored());
            assertThat(acknowledged).hasSizeGreaterThan(before.size());
            with(restored(), copy -> {
                try (Transaction tx = copy.beginRead()) {
                    List<String> left = LoadedDirectory.names(tx, LEFT);
                    assertThat(left).containsAll(before);
                    assertThat(LoadedDirectory.names(tx, RIGHT)).isEqualTo(left);
                    assertThat(tx.inodes().count()).isEqualTo(3 + 2L * left.size());
                }
                assertThat(copy.identity()).isEqualTo(store.identity());
            });
        });
    }

    private List<String> backUpUnderLoad(MetadataStore store, Queue<String> acknowledged) {
        IdSource ids = new IdSource(store, Sequence.INODE, 100);
        WriterId writer = store.registerWriter("load");
        INodeId left = insert(store, writer, ids, INodeId.ROOT, "left").id();
        INodeId right = insert(store, writer, ids, INodeId.ROOT, "right").id();
        AtomicBoolean ending = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            String prefix = caller + "-";
            callers.add(new Thread(() -> {
                for (int i = 0; !ending.get(); i++) {
                    insertPair(store, writer, ids, List.of(left, right), prefix + i);
                    acknowledged.add(prefix + i);
                }
            }));
        }
        callers.forEach(Thread::start);
        awaitAcknowledged(acknowledged, BEFORE_BACKUP);
        List<String> before = List.copyOf(acknowledged);
        backUp(store, backup());
        awaitAcknowledged(acknowledged, before.size() + CALLERS);
        ending.set(true);
        callers.forEach(BackupTest::join);
        return before;
    }

    private static void insertPair(
            MetadataStore store, WriterId writer, IdSource ids, List<INodeId> parents, String name) {
        try (Transaction tx = store.beginWrite(writer)) {
            for (INodeId parent : parents) {
                tx.inodes()
                        .insert(new Directory(
                                new INodeId(ids.next()), new INodeKey(parent, Name.of(name)), ATTRIBUTES));
            }
            tx.commit();
        }
    }

    private static void awaitAcknowledged(Queue<String> acknowledged, int count) {
        PatientCalls.until(() -> {
            if (acknowledged.size() < count) {
                throw new StoreException(Kind.UNAVAILABLE, "only " + acknowledged.size() + " acknowledged");
            }
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void restoredStore_repeatsNoNumberThatWasGivenOutAfterTheBackup() {
        List<WriterId> writers = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        with(directory.resolve("store"), store -> {
            WriterId early = store.registerWriter("early");
            insert(store, early, new IdSource(store, Sequence.INODE, 10), INodeId.ROOT, "kept");
            backUp(store, backup());
            WriterId late = store.registerWriter("late");
            insert(store, late, new IdSource(store, Sequence.INODE, 10), INodeId.ROOT, "lost");
            writers.addAll(List.of(early, late));
            for (Sequence sequence : Sequence.values()) {
                numbers.add(store.reserve(sequence, 1_000).first() + 999);
            }
            numbers.add(store.changeFeed().orElseThrow().range().newest());
        });
        StoreBackup.restore(backup(), restored());
        with(restored(), store -> {
            assertThat(store.writers()).isEmpty();
            for (WriterId old : writers) {
                assertThat(failure(() -> store.beginWrite(old)).kind()).isEqualTo(Kind.FENCED);
            }
            WriterId writer = store.registerWriter("new");
            assertThat(writer.value()).isGreaterThan(writers.get(1).value());
            List<Sequence> sequences = List.of(Sequence.values());
            for (int i = 0; i < sequences.size(); i++) {
                assertThat(store.reserve(sequences.get(i), 1).first()).isGreaterThan(numbers.get(i));
            }
            long newest = numbers.get(numbers.size() - 1);
            StoreException late = failure(() -> store.changeFeed().orElseThrow().after(newest, 10));
            assertThat(late.kind()).isEqualTo(Kind.INCOMPATIBLE);
            long from = store.changeFeed().orElseThrow().range().newest();
            insert(store, writer, new IdSource(store, Sequence.INODE, 10), INodeId.ROOT, "after");
            assertThat(store.changeFeed().orElseThrow().after(from, 10)).hasSize(1);
            try (Transaction tx = store.beginRead()) {
                assertThat(tx.inodes().children(INodeId.ROOT, Name.EMPTY, 10))
                        .extracting(each -> each.name().toString())
                        .containsExactly("after", "kept");
            }
        });
    }

    @Test
    void backupOverSomething_isRefused() {
        makeBackup();
        with(directory.resolve("store"), store -> {
            StoreException refused = failure(() -> backUp(store, backup()));
            assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
            assertThat(refused).hasMessageContaining(backup() + " exists");
        });
    }

    @Test
    void whatIsNoBackup_orGoesOverSomething_isNotRestored() throws IOException {
        assertThat(failure(() -> StoreBackup.restore(directory.resolve("absent"), restored())))
                .hasMessageContaining("is not a backup");
        makeBackup();
        Files.createDirectories(restored());
        Files.writeString(restored().resolve("something"), "");
        StoreException refused = failure(() -> StoreBackup.restore(backup(), restored()));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).hasMessageContaining("not empty");
        Files.delete(restored().resolve("something"));
        StoreBackup.restore(backup(), restored());
        with(restored(), store -> assertThat(store.beginRead().inodes().count()).isEqualTo(2));
    }

    @Test
    void damagedBackup_isNotRestored_andItsFileIsNamed() throws IOException {
        makeBackup();
        List<Path> tables;
        try (Stream<Path> files = Files.list(backup())) {
            tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
        }
        assertThat(tables).isNotEmpty();
        byte[] content = Files.readAllBytes(tables.get(0));
        content[0] = (byte) (content[0] ^ 1);
        Files.write(tables.get(0), content);
        StoreException refused = failure(() -> StoreBackup.restore(backup(), restored()));
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).hasMessageContaining(tables.get(0).getFileName().toString());
        assertThat(restored()).doesNotExist();
    }

    @Test
    void figures_sayHowTheStoreIs() {
        with(directory.resolve("store"), store -> {
            IdSource ids = new IdSource(store, Sequence.INODE, 10);
            WriterId writer = store.registerWriter("figures");
            insert(store, writer, ids, INodeId.ROOT, "a", "b");
            try (Transaction open = store.beginWrite(writer)) {
                open.inodes().get(INodeId.ROOT);
                List<StoreFigure> figures = store.maintenance().orElseThrow().figures();
                assertThat(figures)
                        .contains(
                                StoreFigure.count("inodes", 3),
                                StoreFigure.count("open transactions", 1),
                                StoreFigure.count("registered writers", 1),
                                StoreFigure.count("last commit", 1),
                                StoreFigure.count("commits in the change feed", 1),
                                StoreFigure.bytes("block cache at most", 64 << 20),
                                StoreFigure.bytes("write buffers at most", 64 << 20));
                for (String positive :
                        List.of("write buffers", "directory", "free on the disk", "batches since the start")) {
                    assertThat(figures).anyMatch(each -> each.name().equals(positive) && each.value() > 0);
                }
            }
        });
    }

    /** What was cached after the backup is forgotten, and objects that were reserved after it are not reserved again. */
    @Test
    void volumeOfABackup_doesNotMixWithWhatCameAfterIt() {
        VolumeId[] volume = new VolumeId[1];
        long[] cachedAt = new long[1];
        long[] reserved = new long[1];
        with(directory.resolve("store"), store -> {
            VolumeStore volumes = store.volumes().orElseThrow();
            volume[0] = volumes.create(VolumeInfo.DEFAULT_BLOCK).id();
            put(volumes, volume[0], 1);
            backUp(store, backup());
            cachedAt[0] = put(volumes, volume[0], 2);
            reserved[0] = volumes.reserveObjects(volume[0], 100).first() + 99;
        });
        StoreBackup.restore(backup(), restored());
        with(restored(), copy -> {
            VolumeStore volumes = copy.volumes().orElseThrow();
            Begun begun = volumes.begin(volume[0], cachedAt[0], 0, CacheUpdate.INVALIDATE);
            assertThat(begun.isKnown()).isFalse();
            assertThat(volumes.fetch(volume[0], begun.timestamp(), List.of(FIELD))
                            .get(0)
                            .value())
                    .contains(ByteString.owning(new byte[] {1}));
            assertThat(volumes.reserveObjects(volume[0], 1).first()).isGreaterThan(reserved[0]);
            assertThat(failure(() -> volumes.fetch(volume[0], cachedAt[0], List.of(FIELD))))
                    .returns(StoreException.Kind.EXPIRED, StoreException::kind);
        });
    }

    private static long put(VolumeStore volumes, VolumeId volume, int value) {
        long timestamp = volumes.begin(volume, 0, 0, CacheUpdate.LAZY).timestamp();
        Write write = new Write.Put(FIELD, ByteString.owning(new byte[] {(byte) value}));
        return ((CommitOutcome.Committed) volumes.commit(
                        volume, new VolumeCommit(UUID.randomUUID(), timestamp, List.of(), List.of(write))))
                .number();
    }
}
