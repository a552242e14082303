package io.lambdafs.testkit.store;

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
import io.lambdafs.testkit.store.InMemoryDatabase.WriterRow;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A process's access to an {@link InMemoryDatabase}: the twin of the adapters for real databases. */
public final class InMemoryMetadataStore implements MetadataStore {
    private static final Bounds SHORT =
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(500), Duration.ofSeconds(10));

    private final InMemoryDatabase database;
    private final Bounds bounds;
    private boolean closed;

    /** Another process's access to a database that exists. */
    public InMemoryMetadataStore(InMemoryDatabase database, Bounds bounds) {
        this.database = database;
        this.bounds = bounds;
        database.exclusively(() -> {
            database.requireNotMoving();
            return this;
        });
    }

    /** A new, empty file system with short bounds, whose times are of this clock. */
    public InMemoryMetadataStore(InstantSource clock) {
        this(new InMemoryDatabase(clock), SHORT);
    }

    @Override
    public ClusterIdentity identity() {
        return database.identity;
    }

    @Override
    public Transaction beginRead() {
        return whileOpen(() -> new InMemoryTransaction(this, database, bounds, Optional.empty(), Optional.empty()));
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return begin(writer, Optional.empty());
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return begin(writer, Optional.of(request));
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        InMemoryTransaction tx = begin(writer, Optional.of(request));
        try {
            tx.inodes().lockKeys(hint.locks());
            return tx;
        } catch (StoreException e) {
            tx.close();
            throw e;
        }
    }

    private InMemoryTransaction begin(WriterId writer, Optional<RequestId> request) {
        return whileOpen(() -> {
            WriterRow row = database.writers.get(writer);
            if (row == null || row.fenced()) {
                throw new StoreException(Kind.FENCED, writer + " is fenced or unknown: register a new one");
            }
            InMemoryTransaction tx = new InMemoryTransaction(this, database, bounds, Optional.of(writer), request);
            tx.begin();
            return tx;
        });
    }

    @Override
    public WriterId registerWriter(String label) {
        return whileOpen(() -> {
            database.requireNotMoving();
            WriterId id = new WriterId(++database.lastWriter);
            database.writers.put(id, new WriterRow(label, false));
            return id;
        });
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        whileOpen(() -> {
            database.writers.computeIfPresent(writer, (id, row) -> new WriterRow(row.label(), true));
            if (!database.turns.await(() -> hasEnded(writer), bound)) {
                throw new StoreException(Kind.CONFLICT, "a transaction of " + writer + " did not end within " + bound);
            }
            return writer;
        });
    }

    private boolean hasEnded(WriterId writer) {
        List.copyOf(database.open).forEach(InMemoryTransaction::endIfExpired);
        return database.open.stream().noneMatch(tx -> tx.isOf(writer));
    }

    @Override
    public List<Writer> writers() {
        return whileOpen(() -> database.writers.entrySet().stream()
                .filter(entry -> !entry.getValue().fenced())
                .map(entry -> new Writer(entry.getKey(), entry.getValue().label()))
                .toList());
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return whileOpen(() -> database.writers.entrySet().stream()
                .filter(entry -> !hasEnded(entry.getKey()))
                .map(entry -> new Writer(entry.getKey(), entry.getValue().label()))
                .filter(suspects)
                .toList());
    }

    @Override
    public int deployments(int first) {
        return whileOpen(() -> {
            int recorded = database.deployments.orElse(first);
            database.deployments = OptionalInt.of(recorded);
            return recorded;
        });
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return whileOpen(() -> {
            boolean expected = database.deployments.equals(OptionalInt.of(from));
            database.deployments = expected ? OptionalInt.of(to) : database.deployments;
            return expected;
        });
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return whileOpen(() -> {
            long first = Math.max(floor, database.sequences.getOrDefault(sequence, 1L));
            IdRange range = new IdRange(first, count);
            database.sequences.put(sequence, first + count);
            return range;
        });
    }

    @Override
    public Optional<ChangeFeed> changeFeed() {
        return Optional.of(new ChangeFeed() {
            @Override
            public FeedRange range() {
                return whileOpen(database.feed::range);
            }

            @Override
            public List<CommittedTransaction> after(long commit, int limit) {
                return whileOpen(() -> database.feed.after(commit, limit));
            }

            @Override
            public List<Announcement> announcedAfter(long commit, int limit) {
                return whileOpen(() -> database.feed.announcedAfter(commit, limit));
            }
        });
    }

    @Override
    public void close() {
        database.exclusively(() -> {
            closed = true;
            database.open.stream().filter(tx -> tx.isOf(this)).toList().forEach(InMemoryTransaction::close);
            return this;
        });
    }

    private <T> T whileOpen(Supplier<T> action) {
        return database.exclusively(() -> {
            if (closed) {
                throw new StoreException(Kind.UNAVAILABLE, "the store has been closed");
            }
            return action.get();
        });
    }
}
