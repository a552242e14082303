package io.lambdafs.store.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.ClusterTransaction;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;

/** That features are always those of their inode, though they are a row of another table. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FeatureRowsTest {
    private static final Attributes PLAIN = new Attributes("u", "g", new Permission(0700), 1, 0);
    private static final int MODE = 4;
    private static final int CHANGES = 2_000;
    private static final int MEASUREMENTS = 50;

    private final NdbFixture fixture = NdbFixture.create();
    private final StoreConfig config = fixture.config(Bounds.defaults());
    private NdbMetadataStore store;
    private NdbCluster cluster;
    private WriterId writer;

    @BeforeAll
    void open() {
        store = (NdbMetadataStore) fixture.open(Bounds.defaults());
        cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config);
        writer = store.registerWriter("features");
    }

    @AfterAll
    void close() {
        cluster.close();
        store.close();
        fixture.close();
    }

    private void write(Consumer<Transaction> work) {
        try (Transaction tx = store.beginWrite(writer)) {
            work.accept(tx);
            tx.commit();
        }
    }

    private List<INode> read(Function<Transaction, List<INode>> work) {
        try (Transaction tx = store.beginRead()) {
            return work.apply(tx);
        }
    }

    private List<INode> get(INode inode) {
        return read(tx -> tx.inodes().get(List.of(inode.id())));
    }

    private static Attributes with(int mode, int policy, String user) {
        Acl acl = new Acl(List.of(new AclEntry(AclEntry.Scope.ACCESS, AclEntry.EntryType.USER, user, 7)));
        return new Attributes("u", "g", new Permission(mode), mode, 0, new Features(acl, policy, XAttrSummary.NONE));
    }

    private Directory insert(INodeId parent, String name, Attributes attributes) {
        INodeId id = new INodeId(store.reserve(Sequence.INODE, 1).first());
        Directory made = new Directory(id, new INodeKey(parent, Name.of(name)), attributes);
        write(tx -> tx.inodes().insert(made));
        return made;
    }

    private <T> Optional<T> row(Function<OperationBatch, Read<T>> reading) {
        OperationBatch batch = new OperationBatch();
        Read<T> read = reading.apply(batch);
        try (ClusterTransaction transaction = cluster.begin(Duration.ofSeconds(10))) {
            transaction.commit(batch);
        }
        return read.row();
    }

    private boolean hasFeaturesRow(INode inode) {
        return row(batch -> batch.read(
                        Schema.INODE_FEATURES,
                        key -> key.put(0, inode.id().value()),
                        ReadLock.NONE,
                        row -> row.getLong(0)))
                .isPresent();
    }

    @Test
    void readers_neverSeeFeaturesOfAnotherState() throws Exception {
        List<Attributes> states = List.of(with(0711, 1, "ann"), with(0722, 2, "bob"), PLAIN);
        Directory parent = insert(INodeId.ROOT, "changing", with(0755, 3, "eve"));
        Directory changing = insert(parent.id(), "d", states.get(0));
        INodeKey key = changing.key();
        List<Function<Transaction, List<INode>>> ways = List.of(
                tx -> tx.inodes().get(List.of(changing.id())),
                tx -> tx.inodes().find(List.of(key)),
                tx -> tx.inodes().children(parent.id(), Name.EMPTY, 10),
                tx -> tx.inodes()
                        .resolve(List.of(parent.name(), changing.name()))
                        .subList(2, 3));
        ExecutorService threads = Executors.newFixedThreadPool(ways.size() + 1);
        try {
            Future<?> changes = threads.submit(() -> change(changing, states));
            List<Future<Integer>> readers = new ArrayList<>();
            for (Function<Transaction, List<INode>> way : ways) {
                readers.add(threads.submit(() -> {
                    int met = 0;
                    while (!changes.isDone()) {
                        assertThat(read(way))
                                .singleElement()
                                .satisfies(seen -> assertThat(seen.attributes()).isIn(states));
                        met++;
                    }
                    return met;
                }));
            }
            changes.get(2, TimeUnit.MINUTES);
            for (Future<Integer> reader : readers) {
                assertThat(reader.get(1, TimeUnit.MINUTES)).isPositive();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** One state after the other, each from what was locked, which must be the one before. */
    private void change(Directory changing, List<Attributes> states) {
        for (int i = 0; i < CHANGES; i++) {
            Attributes before = states.get(i % states.size());
            Attributes after = states.get((i + 1) % states.size());
            write(tx -> {
                List<INode> locked = tx.inodes().lock(List.of(new RowLock(changing.id(), LockMode.EXCLUSIVE)));
                assertThat(locked).singleElement().isEqualTo(changing.withAttributes(before));
                tx.inodes().update(changing.withAttributes(after));
            });
        }
    }

    @Test
    void featuresRow_comesAndGoesWithTheFeatures() {
        Directory featured = insert(INodeId.ROOT, "featured", with(0711, 1, "ann"));
        Directory plain = insert(INodeId.ROOT, "plain", PLAIN);
        assertThat(hasFeaturesRow(featured)).isTrue();
        assertThat(hasFeaturesRow(plain)).isFalse();
        INode renamed = featured.withKey(new INodeKey(plain.id(), Name.of("renamed")));
        write(tx -> tx.inodes().update(renamed));
        assertThat(get(featured)).containsExactly(renamed);
        INode renamedAndChanged = featured.withAttributes(with(0711, 5, "cy"));
        write(tx -> tx.inodes().update(renamedAndChanged));
        assertThat(get(featured)).containsExactly(renamedAndChanged);
        write(tx -> tx.inodes().update(featured.withAttributes(PLAIN)));
        assertThat(hasFeaturesRow(featured)).isFalse();
        write(tx -> tx.inodes().update(featured));
        assertThat(hasFeaturesRow(featured)).isTrue();
        write(tx -> tx.inodes().delete(List.of(featured.id(), plain.id())));
        assertThat(hasFeaturesRow(featured)).isFalse();
    }

    @Test
    void directoryWithFeatures_keepsItsMarkAndItsNumberOfEntries() {
        Directory made = insert(INodeId.ROOT, "marked", with(0711, 1, "ann"));
        Directory marked = new Directory(made.id(), made.key(), made.attributes(), 7, true);
        write(tx -> tx.inodes().update(marked));
        assertThat(get(marked)).containsExactly(marked);
    }

    @Test
    void features_mayChangeSeveralTimesInATransaction() {
        Directory made = new Directory(
                new INodeId(store.reserve(Sequence.INODE, 1).first()),
                new INodeKey(INodeId.ROOT, Name.of("several")),
                with(0711, 1, "ann"));
        INode last = made.withAttributes(with(0711, 2, "bob"));
        write(tx -> {
            tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            tx.inodes().insert(made);
            tx.inodes().update(made.withAttributes(PLAIN));
            tx.inodes().update(last);
        });
        assertThat(get(made)).containsExactly(last);
        write(tx -> {
            tx.inodes().update(made.withAttributes(PLAIN));
            tx.inodes().update(made);
            tx.inodes().delete(List.of(made.id()));
        });
        assertThat(hasFeaturesRow(made)).isFalse();
    }

    @Test
    void inodeWithoutFeatures_costsNoReadMore_andOneWithFeaturesOne() {
        Directory parent = insert(INodeId.ROOT, "costs", PLAIN);
        Directory plain = insert(parent.id(), "plain", PLAIN);
        Directory featured = insert(parent.id(), "with", with(0711, 1, "ann"));
        assertThat(leastRoundTrips(plain)).isEqualTo(1);
        assertThat(leastRoundTrips(featured)).isEqualTo(2);
    }

    /** The store's clock makes a round trip now and then beside what is measured. */
    private long leastRoundTrips(Directory found) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < MEASUREMENTS; i++) {
            long before = store.roundTrips();
            assertThat(read(tx -> tx.inodes().find(List.of(found.key())))).containsExactly(found);
            least = Math.min(least, store.roundTrips() - before);
        }
        return least;
    }

    @Test
    void manyChildrenWithFeatures_areListedWithThem() {
        Directory parent = insert(INodeId.ROOT, "many", PLAIN);
        long first = store.reserve(Sequence.INODE, 300).first();
        List<INode> children = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            INodeKey key = new INodeKey(parent.id(), Name.of("%03d".formatted(i)));
            children.add(new Directory(new INodeId(first + i), key, i % 3 == 0 ? PLAIN : with(0711, 1, "user" + i)));
        }
        write(tx -> children.forEach(tx.inodes()::insert));
        assertThat(read(tx -> tx.inodes().children(parent.id(), Name.EMPTY, 500)))
                .isEqualTo(children);
    }

    /** A program of an earlier version that is still running takes the mode's column for a mode. */
    @Test
    void rowWithFeatures_hasNoModeThatAnEarlierProgramKnows() {
        Directory featured = insert(INodeId.ROOT, "refused", with(0711, 1, "ann"));
        int mode = row(batch -> batch.read(
                        Schema.INODES,
                        key -> NdbINodeRows.writeKey(key, featured.key()),
                        ReadLock.NONE,
                        row -> row.getInt(MODE)))
                .orElseThrow();
        assertThatThrownBy(() -> new Permission(mode)).isInstanceOf(IllegalArgumentException.class);
    }
}
