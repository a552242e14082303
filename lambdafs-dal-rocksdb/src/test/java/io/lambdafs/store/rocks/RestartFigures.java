package io.lambdafs.store.rocks;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Engine;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How long an engine takes to start after a crash with many inodes: {@code load DIRECTORY COUNT} fills a store and halts
 * without closing it, {@code open DIRECTORY} starts an engine there, reads, and prints the time.
 */
final class RestartFigures {
    private static final Attributes ATTRIBUTES = new Attributes("user", "group", new Permission(0755), 1, 0);
    private static final int PER_TRANSACTION = 1_000;
    private static final int PER_DIRECTORY = 100_000;

    private RestartFigures() {}

    /** With {@code load DIRECTORY COUNT} or {@code open DIRECTORY}. */
    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[1]);
        if (arguments[0].equals("load")) {
            load(directory, Long.parseLong(arguments[2]));
        } else {
            open(directory);
        }
    }

    private static void load(Path directory, long count) {
        long begun = System.nanoTime();
        Engine engine = EmbeddedEngine.at(directory);
        MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
        WriterId writer = store.registerWriter("load");
        long parent = INodeId.ROOT.value();
        for (long done = 0; done < count; done += PER_TRANSACTION) {
            long first = store.reserve(Sequence.INODE, PER_TRANSACTION).first();
            if (done % PER_DIRECTORY == 0) {
                insert(store, writer, INodeId.ROOT.value(), first, 1);
                parent = first++;
            }
            insert(store, writer, parent, first, PER_TRANSACTION - (done % PER_DIRECTORY == 0 ? 1 : 0));
        }
        System.out.printf(Locale.ROOT, "loaded %,d inodes in %.1f s%n", count, seconds(begun));
        System.out.flush();
        // As after a kill: nothing is closed.
        Runtime.getRuntime().halt(0);
    }

    private static void insert(MetadataStore store, WriterId writer, long parent, long first, long count) {
        try (Transaction tx = store.beginWrite(writer)) {
            for (long id = first; id < first + count; id++) {
                tx.inodes()
                        .insert(new Directory(
                                new INodeId(id),
                                new INodeKey(new INodeId(parent), Name.of("entry-" + id)),
                                ATTRIBUTES));
            }
            tx.commit();
        }
    }

    private static void open(Path directory) {
        long begun = System.nanoTime();
        try (Engine engine = EmbeddedEngine.at(directory);
                MetadataStore store = new RocksMetadataStore(engine, Bounds.defaults());
                Transaction tx = store.beginRead()) {
            long inodes = tx.inodes().count();
            System.out.printf(Locale.ROOT, "ready with %,d inodes after %.2f s%n", inodes, seconds(begun));
            store.maintenance()
                    .orElseThrow()
                    .figures()
                    .forEach(figure -> System.out.printf(Locale.ROOT, "%s: %,d%n", figure.name(), figure.value()));
        }
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }
}
