package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.figures.CountingSockets;
import io.lambdafs.figures.MeasuredNameNode;
import io.lambdafs.figures.MeasuredStore;
import io.lambdafs.fs.Name;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Stores;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.testkit.ndb.LocalNdbCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * PostgreSQL and NDB side by side, one thread, in turns. Run by {@code benchmark/run stores}, which prints the table.
 */
final class NdbStoreFigures {
    private static final int ROUNDS = 5;
    private static final int LARGE_DIRECTORY = Integer.getInteger("lambdafs.figures.files", 100_000);
    private static final int REPEATS = Integer.getInteger("lambdafs.figures.repeats", 400);

    private final AtomicInteger created = new AtomicInteger();
    private final Map<String, Map<String, Figure>> figures = new LinkedHashMap<>();
    private long bytesPerInode;

    /** Times in microseconds; waits for an answer of the store for each operation. */
    private record Figure(double median, double slowest, double roundTrips) {
        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,10.0f %,10.0f %8.1f", median, slowest, roundTrips);
        }
    }

    @Test
    void print(@TempDir Path directory) {
        EmbeddedPostgres server = EmbeddedPostgres.at(directory);
        server.start(0);
        try (LocalNdbCluster cluster = LocalNdbCluster.start(1).orElseThrow();
                MetadataStore postgres = Stores.open(CountingSockets.counted(server.storeConfig(2)));
                NdbMetadataStore ndb = NdbMetadataStore.open(NdbRoundTripsTest.config(cluster), 50_000);
                NdbMetadataStore unknowing = NdbMetadataStore.open(NdbRoundTripsTest.config(cluster), 0)) {
            Map<String, MeasuredStore> stores = new LinkedHashMap<>();
            stores.put(
                    "PostgreSQL",
                    MeasuredStore.fill(
                            new MeasuredNameNode(postgres), postgres, CountingSockets::sent, LARGE_DIRECTORY));
            long before = cluster.dataMemoryInUse();
            stores.put(
                    "NDB",
                    MeasuredStore.fill(
                            new MeasuredNameNode(ndb),
                            unknowing,
                            () -> ndb.roundTrips() + unknowing.roundTrips(),
                            LARGE_DIRECTORY));
            long ofInodes = cluster.dataMemoryInUse() - before;
            measure(stores);
            bytesPerInode = ofInodes / (LARGE_DIRECTORY + MeasuredStore.SMALL_DIRECTORY);
        } finally {
            server.stop();
        }
        show();
    }

    private void measure(Map<String, MeasuredStore> stores) {
        stores.values()
                .forEach(store -> assertThat(reading(store, tx -> tx.inodes().resolve(store.names()))
                                .inodes())
                        .isEqualTo(7));
        compare(
                stores,
                "read of a row by its key",
                REPEATS,
                store -> reading(store, tx -> tx.inodes().find(List.of(store.file()))));
        compare(
                stores,
                "path of six directories, known",
                REPEATS,
                store -> reading(store, tx -> tx.inodes().resolve(store.names())));
        compare(stores, "path of six directories, unknown", REPEATS, store -> {
            try (Transaction tx = store.unknowing().beginRead()) {
                tx.inodes().resolve(store.names());
            }
        });
        compare(
                stores,
                "1,000 children of a directory",
                REPEATS / 4,
                store -> reading(
                        store, tx -> tx.inodes().children(store.last(), Name.EMPTY, MeasuredStore.SMALL_DIRECTORY)));
        compare(
                stores,
                "stat by a NameNode, path known",
                REPEATS,
                store -> store.nameNode().stat(MeasuredStore.PATH));
        compare(
                stores,
                "create by a NameNode, path known",
                REPEATS,
                store -> store.nameNode().create(MeasuredStore.PATH + "/new-" + created.incrementAndGet()));
        String files = String.format(Locale.ROOT, "%,d files", LARGE_DIRECTORY);
        compare(stores, "rename of a directory with " + files, Math.max(2, REPEATS / 20), store -> {
            store.nameNode().rename(MeasuredStore.LARGE, "/renamed");
            store.nameNode().rename("/renamed", MeasuredStore.LARGE);
        });
        once(
                stores,
                "delete of a directory with " + files + ", answered",
                store -> store.nameNode().delete(MeasuredStore.LARGE));
        once(
                stores,
                "the same, until all rows are gone",
                store -> store.nameNode().empty());
    }

    /** What was read. */
    private record Read(int inodes) {}

    private static Read reading(MeasuredStore store, java.util.function.Function<Transaction, List<?>> work) {
        try (Transaction tx = store.nameNode().store().beginRead()) {
            return new Read(work.apply(tx).size());
        }
    }

    /** Measures in turns, after a turn that does not count. */
    private void compare(Map<String, MeasuredStore> stores, String what, int repeats, Consumer<MeasuredStore> work) {
        Map<String, List<Figure>> rounds = new LinkedHashMap<>();
        for (int round = 0; round <= ROUNDS; round++) {
            boolean counts = round > 0;
            stores.forEach((name, store) -> {
                Figure figure = round(store, repeats, work);
                if (counts) {
                    rounds.computeIfAbsent(name, key -> new ArrayList<>()).add(figure);
                }
            });
        }
        rounds.forEach((name, all) -> put(what, name, middle(all)));
    }

    private void once(Map<String, MeasuredStore> stores, String what, Consumer<MeasuredStore> work) {
        stores.forEach((name, store) -> put(what, name, round(store, 1, work)));
    }

    private void put(String what, String store, Figure figure) {
        figures.computeIfAbsent(what, key -> new LinkedHashMap<>()).put(store, figure);
    }

    private static Figure round(MeasuredStore store, int repeats, Consumer<MeasuredStore> work) {
        double[] micros = new double[repeats];
        long tripsBefore = store.roundTrips().getAsLong();
        for (int i = 0; i < repeats; i++) {
            long begin = System.nanoTime();
            work.accept(store);
            micros[i] = (System.nanoTime() - begin) / 1e3;
        }
        long trips = store.roundTrips().getAsLong() - tripsBefore;
        Arrays.sort(micros);
        return new Figure(micros[repeats / 2], micros[(int) (repeats * 0.99)], (double) trips / repeats);
    }

    /** The round whose median is the middle one. */
    private static Figure middle(List<Figure> rounds) {
        List<Figure> sorted = new ArrayList<>(rounds);
        sorted.sort((one, other) -> Double.compare(one.median(), other.median()));
        return sorted.get(sorted.size() / 2);
    }

    private void show() {
        System.out.printf(Locale.ROOT, "%-62s %-12s %10s %10s %8s%n", "", "store", "p50 µs", "p99 µs", "trips");
        figures.forEach((what, perStore) ->
                perStore.forEach((store, figure) -> System.out.printf("%-62s %-12s %s%n", what, store, figure)));
        System.out.printf(
                Locale.ROOT,
                "%nDataMemory of NDB for a million files with names of %d bytes, one copy: %d MB%n",
                MeasuredStore.FILE_NAME_BYTES,
                bytesPerInode);
    }
}
