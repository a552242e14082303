package io.lambdafs.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.wire.RequestId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The adapter besides what the batteries ask: its URL, its round trips, and an engine that stops or fails. */
final class RocksMetadataStoreTest {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);

    @TempDir
    private Path directory = Path.of("");

    private static StoreException failure(ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Directory child(MetadataStore store, String name) {
        INodeId id = new INodeId(store.reserve(Sequence.INODE, 1).first());
        return new Directory(id, new INodeKey(INodeId.ROOT, Name.of(name)), ATTRIBUTES);
    }

    private static void insert(MetadataStore store, Directory made) {
        try (Transaction tx = store.beginWrite(store.registerWriter("test"))) {
            tx.inodes().insert(made);
            tx.commit();
        }
    }

    @Test
    void store_isOpenedByItsUrl_byOneProcessAtATime_andKeepsWhatItHas() {
        StoreConfig config = new StoreConfig("rocks:" + directory.resolve("store"), "", "", 1, Bounds.defaults());
        Directory made;
        MetadataStore.Writer writer;
        try (MetadataStore store = Stores.open(config)) {
            made = child(store, "kept");
            insert(store, made);
            writer = store.writers().get(0);
            StoreException second = failure(() -> Stores.open(config).close());
            assertThat(second.kind()).isEqualTo(Kind.UNAVAILABLE);
        }
        try (MetadataStore store = Stores.open(config);
                Transaction tx = store.beginRead()) {
            assertThat(tx.inodes().find(List.of(made.key()))).containsExactly(made);
            assertThat(tx.inodes().count()).isEqualTo(2);
            assertThat(store.writers()).contains(writer);
            assertThat(store.reserve(Sequence.INODE, 1).first())
                    .isGreaterThan(made.id().value());
        }
    }

    @Test
    void hintedRows_areThereWhenTheEngineIsGone() {
        Engine engine = EmbeddedEngine.over(new SortedMapKeyValues(), EngineLimits.defaults());
        MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
        Directory made = child(store, "hinted");
        insert(store, made);
        INodeKey root = new INodeKey(INodeId.NONE, Name.EMPTY);
        INodeKey absent = new INodeKey(INodeId.ROOT, Name.of("absent"));
        WriteHint hint = new WriteHint(
                FsPath.ROOT,
                List.of(
                        new KeyLock(root, LockMode.SHARED),
                        new KeyLock(made.key(), LockMode.EXCLUSIVE),
                        new KeyLock(absent, LockMode.EXCLUSIVE)),
                Optional.of(made.key()),
                Optional.of("client"));
        WriterId writer = store.registerWriter("hinting");
        try (Transaction tx = store.beginWrite(writer, new RequestId(new UUID(1, 2), 3), hint)) {
            engine.close();
            assertThat(tx.inodes().find(List.of(made.key(), absent))).containsExactly(made);
            assertThat(tx.inodes().lock(List.of(new RowLock(made.id(), LockMode.EXCLUSIVE))))
                    .containsExactly(made);
            assertThat(tx.blocks().ofFiles(List.of(made.id()))).isEmpty();
            assertThat(tx.leases().age("client")).isEmpty();
            assertThat(tx.priorOutcome()).isEmpty();
            tx.inodes().update(made.asObserved());
            assertThat(failure(() -> tx.inodes().find(List.of(made.key()))).kind())
                    .isEqualTo(Kind.UNAVAILABLE);
        }
    }

    @Test
    void stoppedEngine_isUnavailable() throws InterruptedException {
        Engine engine = EmbeddedEngine.over(new SortedMapKeyValues(), EngineLimits.defaults());
        MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
        engine.close();
        StoreException stopped = failure(() -> store.registerWriter("late"));
        assertThat(stopped.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(stopped).hasMessageContaining("stopped");
        assertThat(engine.awaitEnd()).isEmpty();
    }

    @Test
    void logThatFails_refusesWrites_andReadsGoOn_untilItWorksAgain() {
        AtomicBoolean full = new AtomicBoolean();
        try (Engine engine = EmbeddedEngine.over(new Failing(full, new AtomicBoolean()), EngineLimits.defaults());
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
            Directory made = child(store, "lost");
            WriterId writer = store.registerWriter("writer");
            full.set(true);
            try (Transaction tx = store.beginWrite(writer)) {
                tx.inodes().insert(made);
                StoreException failed = failure(tx::commit);
                assertThat(failed.kind()).isEqualTo(Kind.UNAVAILABLE);
                assertThat(failed).hasMessageContaining("no space left");
            }
            assertThat(failure(() -> store.beginWrite(writer)).kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(store.beginRead().inodes().get(INodeId.ROOT)).isPresent();
            assertThat(store.beginRead().inodes().get(made.id())).isEmpty();
            full.set(false);
            PatientCalls.until(() -> insert(store, made));
            assertThat(store.beginRead().inodes().get(made.id())).contains(made);
        }
    }

    @Test
    void engineThatFails_saysSo_andDoesNotHang() throws InterruptedException {
        AtomicBoolean broken = new AtomicBoolean();
        try (Engine engine = EmbeddedEngine.over(new Failing(new AtomicBoolean(), broken), EngineLimits.defaults());
                MetadataStore store = new RocksMetadataStore(
                        engine, new Bounds(Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofMillis(200)))) {
            broken.set(true);
            assertThat(failure(() -> store.registerWriter("first")).kind()).isEqualTo(Kind.UNAVAILABLE);
            StoreException after = failure(() -> store.registerWriter("second"));
            assertThat(after.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(after).hasMessageContaining("a broken disk").hasMessageContaining("restart");
            assertThat(engine.awaitEnd().orElse("")).contains("a broken disk").contains("restart");
        }
    }

    /** Tables whose log can be full, and whose reads can break. */
    private record Failing(AtomicBoolean full, AtomicBoolean broken, KeyValues tables) implements KeyValues {
        Failing(AtomicBoolean full, AtomicBoolean broken) {
            this(full, broken, new SortedMapKeyValues());
        }

        @Override
        public @Nullable Bytes get(Table table, Bytes key) {
            return tables.get(table, key);
        }

        @Override
        public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
            return tables.scan(table, from, to, limit);
        }

        @Override
        public void write(List<BatchRow> batch) {
            if (full.get()) {
                throw new StoreException(Kind.UNAVAILABLE, "no space left on device");
            }
            tables.write(batch);
        }

        @Override
        public void recover() {
            if (full.get()) {
                throw new StoreException(Kind.UNAVAILABLE, "still no space left on device");
            }
            tables.recover();
        }

        @Override
        public void refresh() {
            if (broken.get()) {
                throw new StoreException(Kind.UNAVAILABLE, "a broken disk");
            }
            tables.refresh();
        }

        @Override
        public List<StoreFigure> figures() {
            return tables.figures();
        }

        @Override
        public void copyTo(Path copy) {
            tables.copyTo(copy);
        }

        @Override
        public void close() {
            tables.close();
        }
    }
}
