package io.lambdafs.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Engine;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.testkit.disk.SmallDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine on a real disk that gets full, has room again, or is read-only. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class FullDiskTest {
    private static final long MIB = 1L << 20;
    private static final int CHUNK = 1 << 16;
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);

    /** More than the disk has room for, if each takes a kilobyte. */
    private static final int MOST_ROWS = 32 * 1024;

    @TempDir
    private Path directory = Path.of("");

    private static Engine engine(Path place, long reserved) {
        return EmbeddedEngine.over(
                RocksKeyValues.open(place, new RocksLimits(MIB, MIB, reserved)), EngineLimits.defaults());
    }

    private static StoreException failure(ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).isNotNull();
        return failure;
    }

    private static Directory child(INodeId id) {
        return new Directory(id, new INodeKey(INodeId.ROOT, Name.of("x".repeat(200) + id.value())), ATTRIBUTES);
    }

    private static INodeId id(MetadataStore store) {
        return new INodeId(store.reserve(Sequence.INODE, 1).first());
    }

    private static Directory insert(MetadataStore store, WriterId writer, INodeId id) {
        Directory made = child(id);
        try (Transaction tx = store.beginWrite(writer)) {
            tx.inodes().insert(made);
            tx.commit();
        }
        return made;
    }

    @Test
    void fullDisk_refusesWrites_andReadsGoOn_untilThereIsRoom() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 32);
                Engine engine = engine(disk.root().resolve("store"), 4 * MIB);
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
            WriterId writer = store.registerWriter("test");
            int deployments = store.deployments(3);
            INodeId later = id(store);
            Directory before = insert(store, writer, id(store));
            try (Transaction open = store.beginWrite(writer)) {
                open.inodes().insert(child(later));
                disk.fill(3 * MIB);
                StoreException full = failure(() -> insert(store, writer, new INodeId(1_000_000)));
                assertThat(full.kind()).isEqualTo(Kind.FULL);
                assertThat(full).hasMessageContaining(disk.root().toString()).hasMessageContaining("Make room");
                assertThat(failure(() -> store.registerWriter("refused")).kind())
                        .isEqualTo(Kind.FULL);
                assertThat(failure(() -> store.changeDeployments(3, 4)).kind()).isEqualTo(Kind.FULL);
                try (Transaction tx = store.beginRead()) {
                    assertThat(tx.inodes().get(before.id())).contains(before);
                    assertThat(tx.inodes().get(new INodeId(1_000_000))).isEmpty();
                    assertThat(tx.inodes().count()).isEqualTo(2);
                }
                disk.makeRoom();
                open.commit();
            }
            assertThat(store.writers()).extracting(MetadataStore.Writer::id).containsExactly(writer);
            assertThat(store.deployments(5)).isEqualTo(deployments);
            Directory after = insert(store, writer, id(store));
            try (Transaction tx = store.beginRead()) {
                assertThat(tx.inodes().get(later)).isPresent();
                assertThat(tx.inodes().get(after.id())).contains(after);
                assertThat(tx.inodes().count()).isEqualTo(4);
            }
        }
    }

    @Test
    void diskThatGetsFullDuringAWrite_losesNothingAcknowledged_andTheEngineGoesOn() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 32)) {
            List<Directory> acknowledged = new ArrayList<>();
            try (Engine engine = engine(disk.root().resolve("store"), 0);
                    MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
                WriterId writer = store.registerWriter("test");
                disk.fill(MIB);
                StoreException full = fillStore(store, writer, acknowledged);
                assertThat(full.kind()).as(full.toString()).isIn(Kind.UNAVAILABLE, Kind.FULL);
                requireAll(store, acknowledged);
                disk.makeRoom();
                PatientCalls.until(() -> acknowledged.add(insert(store, writer, id(store))));
                requireAll(store, acknowledged);
            }
            try (Engine engine = engine(disk.root().resolve("store"), 0);
                    MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults())) {
                requireAll(store, acknowledged);
            }
        }
    }

    @Test
    void disk_withTooLittleRoomToReplayTheLog_leavesTheTablesReadable() throws Exception {
        Bytes first = key(0);
        Bytes value = incompressible(new Random(0));
        try (SmallDisk disk = SmallDisk.mount(directory, 32);
                RocksKeyValues tables =
                        RocksKeyValues.open(disk.root().resolve("store"), new RocksLimits(MIB, 8 * MIB, 0))) {
            tables.write(List.of(new BatchRow(Table.INODES, first, value)));
            tables.refresh();
            disk.fill(4 * MIB);
            failure(() -> {
                Random random = new Random(1);
                for (int i = 1; i < MOST_ROWS; i++) {
                    tables.write(List.of(new BatchRow(Table.INODES, key(i), incompressible(random))));
                }
            });
            disk.makeSomeRoom(CHUNK);
            assertThat(failure(tables::recover).kind()).isEqualTo(Kind.FULL);
            assertThat(tables.get(Table.INODES, first)).isEqualTo(value);
            disk.makeRoom();
            tables.recover();
            assertThat(tables.get(Table.INODES, first)).isEqualTo(value);
        }
    }

    private static Bytes incompressible(Random random) {
        byte[] value = new byte[1_000];
        random.nextBytes(value);
        return Bytes.owning(value);
    }

    private static Bytes key(int number) {
        return Bytes.owning(String.format("%08d", number).getBytes(UTF_8));
    }

    private static StoreException fillStore(MetadataStore store, WriterId writer, List<Directory> acknowledged) {
        for (int i = 0; i < MOST_ROWS; i++) {
            try {
                acknowledged.add(insert(store, writer, id(store)));
            } catch (StoreException refused) {
                return refused;
            }
        }
        throw new AssertionError("the disk did not get full with " + MOST_ROWS + " rows");
    }

    private static void requireAll(MetadataStore store, List<Directory> acknowledged) {
        try (Transaction tx = store.beginRead()) {
            for (Directory each : acknowledged) {
                assertThat(tx.inodes().get(each.id())).contains(each);
            }
            // One more may have been durable when its write failed.
            assertThat(tx.inodes().count()).isBetween(acknowledged.size() + 1L, acknowledged.size() + 2L);
        }
    }

    @Test
    void readOnlyDisk_isRefused() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 32)) {
            engine(disk.root().resolve("store"), 0).close();
            disk.makeReadOnly();
            StoreException refused =
                    failure(() -> engine(disk.root().resolve("store"), 0).close());
            assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(refused)
                    .hasMessageContaining(disk.root().toString())
                    .hasMessageContaining("Read-only file system");
        }
    }
}
