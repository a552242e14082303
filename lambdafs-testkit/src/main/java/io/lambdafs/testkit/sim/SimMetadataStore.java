package io.lambdafs.testkit.sim;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.Announcement;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.CommittedTransaction;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A simulated process's way to the store: calls and answers travel, and may be lost.
 *
 * <p>Registering a writer and fetching numbers, that of the deployments included, take no time, because callers hold locks of their own while they do.
 */
public final class SimMetadataStore implements MetadataStore {
    private final SimScheduler scheduler;
    private final SimProcess process;
    private final SimStore end;
    private final MetadataStore store;
    private final Duration longest;
    private final StoreFaults faults;
    private final CommitListener commits;

    /** The way of this process to the store's twin. What it left open when it dies is rolled back by the database within its bounds. */
    public SimMetadataStore(
            SimScheduler scheduler,
            SimProcess process,
            InMemoryDatabase database,
            Bounds bounds,
            StoreFaults faults,
            CommitListener commits) {
        this(
                scheduler,
                process,
                SimStore.of(new InMemoryMetadataStore(database, bounds)),
                bounds.transaction(),
                faults,
                commits);
    }

    /**
     * The way of this process to a store of any kind.
     *
     * @param longest the bound on a transaction's life
     */
    public SimMetadataStore(
            SimScheduler scheduler,
            SimProcess process,
            SimStore end,
            Duration longest,
            StoreFaults faults,
            CommitListener commits) {
        this.scheduler = scheduler;
        this.process = process;
        this.end = end;
        this.store = end.store();
        this.longest = longest;
        this.faults = faults;
        this.commits = commits;
        process.onDeath(() -> sometime("the store drops " + process, store::close));
    }

    /** Has the store do something on its own within the bound on a transaction's life. */
    void sometime(String what, Runnable action) {
        long after = Math.min(longest.toNanos(), scheduler.latencyNanos());
        scheduler.world().event(what, Duration.ofNanos(after), action);
    }

    /** The same, at any time within that bound. */
    void muchLater(String what, Runnable action) {
        Duration after = Duration.ofNanos(scheduler.randomNanos(longest.toNanos()));
        if (end.commitsAtOnce()) {
            scheduler.world().event(what, after, action);
        } else {
            scheduler.world().start(what, after, action);
        }
    }

    void beforeCommit() {
        faults.beforeCommit(process);
    }

    /** Carries a call that is not a commit to the store and its answer back. */
    <T> T call(String name, Supplier<T> call) {
        scheduler.pass(name);
        StoreFault fault = faults.next(process, name);
        if (fault == StoreFault.UNAVAILABLE) {
            scheduler.note("the connection breaks before", name);
            throw new StoreException(Kind.UNAVAILABLE, "simulated: the connection broke before " + name);
        }
        if (fault == StoreFault.CONFLICT) {
            scheduler.note("the store gives up", name);
            throw new StoreException(Kind.CONFLICT, "simulated: a conflict at " + name);
        }
        T answer;
        try {
            answer = call.get();
        } catch (StoreException e) {
            scheduler.note(name + " fails:", e.kind());
            throw e;
        }
        scheduler.pass("answer to " + name);
        return answer;
    }

    StoreFault commitFault() {
        return faults.next(process, "commit");
    }

    /** Commits in the store, and has that taken note of. */
    void commit(Transaction tx, Optional<RequestId> request) {
        end.commit(tx, () -> {
            scheduler.note(
                    "COMMITTED", process, request.map(RequestId::sequence).orElse(0L));
            commits.committed(process, request);
        });
    }

    boolean forgetsOutcomes() {
        return faults.forgetsOutcomes();
    }

    /** What a process takes for the store's time. */
    long timeOf(long storeMillis) {
        return faults.trustsWallClocks() ? process.clock().millis() : storeMillis;
    }

    SimScheduler scheduler() {
        return scheduler;
    }

    boolean isCutOff() {
        return process.isDead();
    }

    @Override
    public ClusterIdentity identity() {
        return store.identity();
    }

    @Override
    public Transaction beginRead() {
        return new SimTransaction(this, store.beginRead(), Optional.empty());
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return call("begin", () -> new SimTransaction(this, store.beginWrite(writer), Optional.empty()));
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return beginWrite(writer, request, WriteHint.NONE);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return call("begin", () -> new SimTransaction(this, begun(writer, request, hint), Optional.of(request)));
    }

    private Transaction begun(WriterId writer, RequestId request, WriteHint hint) {
        return faults.forgetsOutcomes() ? store.beginWrite(writer) : store.beginWrite(writer, request, hint);
    }

    @Override
    public Optional<ChangeFeed> changeFeed() {
        return store.changeFeed().map(feed -> new ChangeFeed() {
            @Override
            public FeedRange range() {
                return call("feed range", feed::range);
            }

            @Override
            public List<CommittedTransaction> after(long commit, int limit) {
                return call("feed", () -> feed.after(commit, limit));
            }

            @Override
            public List<Announcement> announcedAfter(long commit, int limit) {
                return call("feed", () -> feed.announcedAfter(commit, limit));
            }
        });
    }

    @Override
    public WriterId registerWriter(String label) {
        return store.registerWriter(label);
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        call("fence", () -> {
            store.fence(writer, bound);
            scheduler.note("FENCED", writer);
            return writer;
        });
    }

    @Override
    public List<Writer> writers() {
        return call("writers", store::writers);
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return call("openWriters", () -> store.openWriters(suspects));
    }

    @Override
    public int deployments(int first) {
        return faults.forgetsDeployments() ? first : store.deployments(first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return store.changeDeployments(from, to);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return store.reserve(sequence, count, floor);
    }

    @Override
    public void close() {
        store.close();
    }
}
