package io.lambdafs.testkit.store.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.fs.SubtreeMark;
import io.lambdafs.fs.XAttrSummary;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What the parts of the battery have in common: a store of their own, a writer, and rows to put into it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StoreContract {
    /** Longer than anything here should take. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Longer than anything waits here that is to succeed, even on a busy machine. */
    static final Bounds BOUNDS = new Bounds(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(15));

    /** For waits that are to fail. */
    private static final Bounds IMPATIENT =
            new Bounds(Duration.ofSeconds(10), Duration.ofMillis(200), Duration.ofSeconds(15));

    private final ExecutorService others = Executors.newCachedThreadPool();
    private @Nullable StoreFixture fixture;
    private @Nullable MetadataStore store;
    private @Nullable MetadataStore impatient;
    private @Nullable WriterId writer;

    /** A new, empty file system. */
    protected abstract StoreFixture createFixture();

    @BeforeAll
    void openStore() {
        fixture = createFixture();
        store = fixture.open(BOUNDS);
        impatient = fixture.open(IMPATIENT);
        writer = store.registerWriter("contract");
    }

    @AfterAll
    void closeStore() {
        others.shutdownNow();
        // What was not opened, because opening something before it failed, needs no closing.
        Optional.ofNullable(store).ifPresent(MetadataStore::close);
        Optional.ofNullable(impatient).ifPresent(MetadataStore::close);
        Optional.ofNullable(fixture).ifPresent(StoreFixture::close);
    }

    MetadataStore store() {
        return requireNonNull(store);
    }

    /** The same store as another process opens it that soon gives up waiting for a lock. */
    MetadataStore impatient() {
        return requireNonNull(impatient);
    }

    WriterId writer() {
        return requireNonNull(writer);
    }

    MetadataStore openAnother(Bounds bounds) {
        return requireNonNull(fixture).open(bounds);
    }

    Transaction begin() {
        return store().beginWrite(writer());
    }

    Transaction beginImpatient() {
        return impatient().beginWrite(writer());
    }

    void write(Consumer<Transaction> work) {
        try (Transaction tx = begin()) {
            work.accept(tx);
            tx.commit();
        }
    }

    <T> T writing(Function<Transaction, T> work) {
        try (Transaction tx = begin()) {
            T result = work.apply(tx);
            tx.commit();
            return result;
        }
    }

    <T> T read(Function<Transaction, T> work) {
        try (Transaction tx = store().beginRead()) {
            return work.apply(tx);
        }
    }

    <T> List<T> readList(Function<Transaction, List<T>> work) {
        return read(work);
    }

    <T> Optional<T> readOptional(Function<Transaction, Optional<T>> work) {
        return read(work);
    }

    boolean readFlag(Predicate<Transaction> work) {
        return read(work::test);
    }

    long readNumber(ToLongFunction<Transaction> work) {
        return read(work::applyAsLong);
    }

    <T> List<T> writeList(Function<Transaction, List<T>> work) {
        return writing(work);
    }

    boolean writeFlag(Predicate<Transaction> work) {
        return writing(work::test);
    }

    long writeNumber(ToLongFunction<Transaction> work) {
        return writing(work::applyAsLong);
    }

    <T> Future<T> elsewhere(Callable<T> work) {
        return others.submit(work);
    }

    /** What came of work elsewhere; a failure of it is thrown as it was. */
    static <T> T outcome(Future<T> work) {
        try {
            return work.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new AssertionError(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits, for a bounded time, until this holds. */
    static void eventually(BooleanSupplier condition) {
        for (long waited = 0; !condition.getAsBoolean(); waited += 5) {
            assertThat(waited).as("milliseconds waited").isLessThan(PATIENCE.toMillis());
            try {
                TimeUnit.MILLISECONDS.sleep(5);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static void assertFails(Kind kind, ThrowingCallable call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.toString()).isEqualTo(kind);
    }

    INodeId newId() {
        return new INodeId(store().reserve(Sequence.INODE, 1).first());
    }

    static Attributes attributes() {
        return new Attributes("user", "group", new Permission(0755), 1_700_000_000_123L, 5);
    }

    /** Attributes of an inode that has every feature. */
    static Attributes withFeatures() {
        Acl acl = new Acl(List.of(
                new AclEntry(Scope.ACCESS, EntryType.USER, "ann", 6),
                new AclEntry(Scope.ACCESS, EntryType.GROUP, "", 5),
                new AclEntry(Scope.DEFAULT, EntryType.USER, "", 7),
                new AclEntry(Scope.DEFAULT, EntryType.GROUP, "größe", 0),
                new AclEntry(Scope.DEFAULT, EntryType.MASK, "", 4),
                new AclEntry(Scope.DEFAULT, EntryType.OTHER, "", 1)));
        return attributes()
                .withFeatures(new Features(acl, 12, new XAttrSummary(32, 7_000_000_000L, true))
                        .withQuota(
                                QuotaCounts.NO_LIMITS.with(QuotaCounts.NAMES, 0).with(7, Long.MAX_VALUE - 1))
                        .withSnapshots(
                                new SnapshotState(true, 7, 5, true, List.of(new Witness(new INodeId(99_999), 6))))
                        .withSubtree(new SubtreeMark("durability: none\n", 5, true, "änn", 1_700_000_000_123L)));
    }

    /** A directory with every feature. */
    Directory directory(INodeId parent, String name) {
        return new Directory(newId(), new INodeKey(parent, Name.of(name)), withFeatures());
    }

    RegularFile file(INodeId parent, String name) {
        return new RegularFile(newId(), new INodeKey(parent, Name.of(name)), attributes(), 3, 1 << 27, 0, null);
    }

    RegularFile openFile(INodeId parent, String name, String client) {
        return file(parent, name).writtenBy(new LeaseHolder(client, "host"));
    }

    /** A directory that exists, in the root, with a name of its own. */
    Directory newDirectory() {
        Directory directory = directory(INodeId.ROOT, "d-" + UUID.randomUUID());
        insert(directory);
        return directory;
    }

    <T extends INode> T insert(T inode) {
        write(tx -> tx.inodes().insert(inode));
        return inode;
    }

    BlockInfo block(INodeId file, int index) {
        BlockId id = new BlockId(store().reserve(Sequence.BLOCK, 1).first());
        long stamp = store().reserve(Sequence.GENERATION_STAMP, 1).first();
        return new BlockInfo(new Block(id, stamp, 100), file, index, BlockState.COMPLETE, 0, List.of());
    }

    static RequestId newRequest() {
        return new RequestId(UUID.randomUUID(), 7);
    }
}
