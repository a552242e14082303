package io.lambdafs.store.rocks.server;

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
import io.lambdafs.store.rocks.SyncShim;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program on a disk that becomes read-only while it runs, as a kernel does to a disk that fails. */
final class ReadOnlyDiskTest {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);
    private static final long PATIENCE_NANOS = Duration.ofSeconds(60).toNanos();

    @TempDir
    private Path directory = Path.of("");

    private String address() {
        return "unix:" + directory.resolve("socket");
    }

    @Test
    void diskThatBecomesReadOnly_refusesWrites_readsGoOn_andItGoesOnWhenItCanBeWritten() throws Exception {
        SyncShim shim = SyncShim.build(directory);
        Directory before;
        Directory after;
        Directory refused;
        try (StoreProcess process =
                        StoreProcess.start(directory, address(), shim.environment(directory.resolve("data")));
                MetadataStore store = process.open(Bounds.defaults())) {
            WriterId writer = store.registerWriter("test");
            before = insert(store, writer, child(store));
            refused = child(store);
            after = child(store);
            shim.makeReadOnly();
            for (int attempt = 0; attempt < 2; attempt++) {
                StoreException failure =
                        catchThrowableOfType(StoreException.class, () -> insert(store, writer, refused));
                assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
                assertThat(failure).hasMessageContaining("Read-only file system");
                requireOnly(store, List.of(before), List.of(refused));
            }
            shim.makeWritable();
            insertWhenPossible(store, writer, after);
            requireOnly(store, List.of(before, after), List.of(refused));
            process.kill();
        }
        try (StoreProcess process = StoreProcess.start(directory, address());
                MetadataStore store = process.open(Bounds.defaults())) {
            requireOnly(store, List.of(before, after), List.of(refused));
        }
    }

    private static Directory child(MetadataStore store) {
        long id = store.reserve(Sequence.INODE, 1).first();
        return new Directory(new INodeId(id), new INodeKey(INodeId.ROOT, Name.of("child" + id)), ATTRIBUTES);
    }

    private static Directory insert(MetadataStore store, WriterId writer, Directory made) {
        try (Transaction tx = store.beginWrite(writer)) {
            tx.inodes().insert(made);
            tx.commit();
        }
        return made;
    }

    private static void insertWhenPossible(MetadataStore store, WriterId writer, Directory made) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                insert(store, writer, made);
                return;
            } catch (StoreException notYet) {
                assertThat(System.nanoTime()).as(notYet.toString()).isLessThan(end);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
        }
    }

    private static void requireOnly(MetadataStore store, List<Directory> present, List<Directory> absent) {
        try (Transaction tx = store.beginRead()) {
            for (Directory each : present) {
                assertThat(tx.inodes().get(each.id())).contains(each);
            }
            for (Directory each : absent) {
                assertThat(tx.inodes().get(each.id())).isEmpty();
            }
        }
    }
}
