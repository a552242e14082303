package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine's decisions: {@link #step} takes an event and returns effects. Used by one thread; the same events at the same
 * moments have the same effects.
 *
 * <p>A transaction locks rows as its work touches them and keeps its changes to itself. When it commits, its changes join the
 * batch that collects. Only when that batch is durable are they visible, its locks free and its caller answered. So no
 * caller acts on a change that a crash could undo. While one batch is written, the next collects.
 */
public final class EngineCore {
    private static final long SWEEP_NANOS = Duration.ofMillis(5).toNanos();

    private final KeyValues tables;
    private final EngineLimits limits;
    private final EngineState state;
    private final WriterRows writers;
    private final FeedRows feed;
    private final GroupCommit commits;
    private final VolumeCommits volumes;
    private final LockTable locks = new LockTable();
    private final PendingFences fences = new PendingFences();
    private final Map<Long, OpenTransaction> open = new LinkedHashMap<>();
    private final Map<WriterId, Integer> openOf = new HashMap<>();
    private final Map<WriterId, String> fencing = new LinkedHashMap<>();
    private final Deque<OpenTransaction> ready = new ArrayDeque<>();
    private List<Effect> effects = new ArrayList<>();
    private Moment now = new Moment(0, 0);
    private long sweptNanos;
    private @Nullable StoreException broken;

    /** An engine over tables that {@link StoreLayout} has prepared. */
    public EngineCore(KeyValues tables, EngineLimits limits) {
        this.tables = tables;
        this.limits = limits;
        state = durableState();
        writers = new WriterRows(tables);
        feed = new FeedRows(tables, state, limits);
        commits = new GroupCommit(limits.changesPerBatch());
        volumes = new VolumeCommits(tables, state, limits);
    }

    private EngineState durableState() {
        Bytes numbers = tables.get(Table.META, EngineState.key());
        return numbers == null ? EngineState.fresh() : EngineState.load(numbers);
    }

    /** Takes an event in. */
    public List<Effect> step(Moment at, EngineEvent event) {
        now = at;
        effects = new ArrayList<>();
        sweep();
        event.happen(this);
        while (!ready.isEmpty()) {
            resume(ready.remove());
        }
        effects.addAll(fences.settle(this::hasOpen, now.nanos()));
        writeNext();
        return effects;
    }

    /** Whether nothing is open, waits or is being written, so that no {@link EngineEvent.Tick} is needed. */
    public boolean isQuiet() {
        return open.isEmpty() && fences.isEmpty() && commits.isEmpty();
    }

    /** Whether nothing waits to become durable. */
    public boolean isWritten() {
        return commits.isEmpty();
    }

    /**
     * Whether a write failed and it is not known what of it is durable. This core only reads then. When the tables have
     * {@linkplain KeyValues#recover recovered}, a new core takes its place.
     */
    public boolean isBroken() {
        return broken != null;
    }

    /** How far the change feed goes. */
    FeedTip feedTip() {
        return state.tip();
    }

    /** Whether no row is locked; for tests. */
    boolean isUnlocked() {
        return locks.isEmpty();
    }

    void begin(EngineEvent.Begin<?> asked) {
        if (broken != null) {
            refuse(asked.reply(), broken);
        } else if (!writers.contains(asked.writer())) {
            refuse(asked.reply(), Kind.FENCED, asked.writer() + " is fenced or unknown: register a new one");
        } else if (open.containsKey(asked.transaction())) {
            refuse(asked.reply(), Kind.INTERNAL, "a transaction is open that has this number: take another one");
        } else if (open.size() >= limits.openTransactions()) {
            refuse(
                    asked.reply(),
                    Kind.UNAVAILABLE,
                    open.size() + " transactions are open, as many as the engine allows: try again later");
        } else {
            OpenTransaction begun = new OpenTransaction(asked, now.nanos());
            open.put(begun.id(), begun);
            openOf.merge(begun.writer(), 1, Integer::sum);
            run(begun, firstCall(asked));
        }
    }

    private static <T> EngineEvent.Call<T> firstCall(EngineEvent.Begin<T> asked) {
        return new EngineEvent.Call<>(asked.transaction(), asked.first(), false, asked.reply());
    }

    void call(EngineEvent.Call<?> asked) {
        OpenTransaction transaction = open.get(asked.transaction());
        if (transaction == null) {
            refuse(
                    asked.reply(),
                    Kind.EXPIRED,
                    "the transaction lived longer than its bound, or its connection is gone");
        } else if (transaction.waiting() != null || transaction.isCommitting()) {
            refuse(asked.reply(), Kind.INTERNAL, "a transaction does one thing at a time");
        } else {
            run(transaction, asked);
        }
    }

    private <T> void run(OpenTransaction transaction, EngineEvent.Call<T> call) {
        int mark = transaction.overlay().mark();
        try {
            T value = call.work().run(rows(transaction));
            if (call.commit()) {
                commit(transaction, call.reply(), value);
            } else {
                effects.add(new Effect.Answer<>(call.reply(), value));
            }
        } catch (LockWait wait) {
            transaction.overlay().undoTo(mark);
            transaction.await(wait.request(), call, now.nanos());
        } catch (StoreException e) {
            end(transaction);
            refuse(call.reply(), e);
        } catch (RuntimeException e) {
            end(transaction);
            refuse(call.reply(), new StoreException(Kind.INTERNAL, "the engine failed at a call: " + e, e));
        }
    }

    private TransactionRows rows(OpenTransaction transaction) {
        return new TransactionRows(
                new CommittedRows(tables, state, now), locks, state, transaction, limits.changesPerTransaction());
    }

    private void resume(OpenTransaction transaction) {
        OpenTransaction.Waiting waited = transaction.waiting();
        if (waited != null && open.containsKey(transaction.id())) {
            transaction.goOn();
            run(transaction, waited.call());
        }
    }

    private <T> void commit(OpenTransaction transaction, EngineReply<T> reply, T value) {
        if (transaction.overlay().size() == 0) {
            // What it saw was durable before it saw it.
            end(transaction);
            effects.add(new Effect.Answer<>(reply, value));
        } else if (broken != null) {
            end(transaction);
            refuse(reply, broken);
        } else {
            transaction.commits();
            long number = state.nextCommit();
            commits.add(new Committing<>(this, transaction, number, changesOf(transaction, number), reply, value));
        }
    }

    private List<BatchRow> changesOf(OpenTransaction transaction, long number) {
        TransactionOverlay overlay = transaction.overlay();
        List<BatchRow> changes = new ArrayList<>(overlay.size() + 1);
        overlay.changes()
                .forEach((row, value) -> changes.add(new BatchRow(
                        row.table(),
                        row.key(),
                        value.map(bytes -> StoredRow.of(number, bytes)).orElse(null))));
        feed.record(number, now.micros(), overlay, rows(transaction)::committed).ifPresent(changes::add);
        return changes;
    }

    /** A transaction that becomes durable. */
    private record Committing<T>(
            EngineCore core,
            OpenTransaction transaction,
            long number,
            List<BatchRow> changes,
            EngineReply<T> reply,
            T value)
            implements GroupCommit.Pending {
        @Override
        public List<BatchRow> seal() {
            for (Counter counter : Counter.values()) {
                core.state.count(counter, transaction.overlay().count(counter));
            }
            for (BatchRow row : changes) {
                if (row.table() == Table.CHANGES) {
                    core.state.keptChange();
                }
            }
            return changes;
        }

        /* It has one row there at most, which is the last. */
        private boolean isInFeed() {
            return changes.get(changes.size() - 1).table() == Table.CHANGES;
        }

        @Override
        public void written() {
            core.state.isVisible(number, isInFeed());
            core.end(transaction);
            core.effects.add(new Effect.Answer<>(reply, value));
        }

        @Override
        public void failed(StoreException why) {
            core.end(transaction);
            core.refuse(reply, why);
        }
    }

    /** A change outside of any transaction, such as a new writer. */
    private record Noted<T>(EngineCore core, List<BatchRow> changes, EngineReply<T> reply, T value)
            implements GroupCommit.Pending {
        @Override
        public List<BatchRow> seal() {
            return changes;
        }

        @Override
        public void written() {
            core.effects.add(new Effect.Answer<>(reply, value));
        }

        @Override
        public void failed(StoreException why) {
            core.refuse(reply, why);
        }
    }

    /** The mark of a fence that becomes durable. */
    private record Marking(
            EngineCore core, List<BatchRow> changes, PendingFences.Waiting fence, EngineEvent.Fence asked)
            implements GroupCommit.Pending {
        @Override
        public List<BatchRow> seal() {
            return changes;
        }

        @Override
        public void written() {
            fence.isDurable();
        }

        @Override
        public void failed(StoreException why) {
            core.fences.remove(fence);
            core.refuse(asked.reply(), why);
        }
    }

    void rollBack(long id) {
        OpenTransaction transaction = open.get(id);
        if (transaction != null && !transaction.isCommitting()) {
            cancel(transaction, Kind.INTERNAL, "the transaction has been closed");
        }
    }

    void disconnect(long connection) {
        for (OpenTransaction each : List.copyOf(open.values())) {
            if (each.connection() == connection && !each.isCommitting()) {
                cancel(each, Kind.UNAVAILABLE, "the store has been closed");
            }
        }
    }

    /** Ends a transaction that did not ask for it; its waiting call, if any, fails with this error. */
    private void cancel(OpenTransaction transaction, Kind kind, String why) {
        OpenTransaction.Waiting waited = transaction.waiting();
        end(transaction);
        if (waited != null) {
            refuse(waited.call().reply(), kind, why);
        }
    }

    private void end(OpenTransaction transaction) {
        if (open.remove(transaction.id()) != null) {
            openOf.computeIfPresent(transaction.writer(), (writer, count) -> count == 1 ? null : count - 1);
        }
        for (LockTable.Request granted : locks.release(transaction)) {
            ready.add(granted.requester());
        }
        transaction.goOn();
        if (!hasOpen(transaction.writer())) {
            fencing.remove(transaction.writer());
        }
    }

    private boolean hasOpen(WriterId writer) {
        return openOf.containsKey(writer);
    }

    <T> void onVolumes(EngineEvent.OnVolumes<T> asked) {
        try {
            volumes.run(asked, now, effect -> effects.add(effect)).ifPresent(this::addUnlessBroken);
        } catch (StoreException e) {
            refuse(asked.reply(), e);
        } catch (RuntimeException e) {
            refuse(asked.reply(), new StoreException(Kind.INTERNAL, "the engine failed at work on a volume: " + e, e));
        }
    }

    private void addUnlessBroken(GroupCommit.Pending pending) {
        if (broken == null) {
            commits.add(pending);
        } else {
            pending.failed(broken);
        }
    }

    <T> void read(EngineEvent.Read<T> asked) {
        try {
            effects.add(new Effect.Answer<>(asked.reply(), asked.work().run(new CommittedRows(tables, state, now))));
        } catch (StoreException e) {
            refuse(asked.reply(), e);
        } catch (RuntimeException e) {
            refuse(asked.reply(), new StoreException(Kind.INTERNAL, "the engine failed at a read: " + e, e));
        }
    }

    void register(EngineEvent.Register asked) {
        WriterId writer = new WriterId(state.nextWriter());
        note(() -> List.of(writers.add(writer, asked.label())), asked.reply(), writer);
    }

    void reserve(EngineEvent.Reserve asked) {
        try {
            long first = state.reserve(asked.sequence(), asked.count(), asked.floor());
            note(List::of, asked.reply(), new IdRange(first, asked.count()));
        } catch (ArithmeticException e) {
            refuse(asked.reply(), Kind.INTERNAL, "the sequence " + asked.sequence() + " is used up");
        }
    }

    void claimDeployments(EngineEvent.ClaimDeployments asked) {
        // Noted also if it is recorded already: another caller's record may not be durable yet.
        note(List::of, asked.reply(), state.claimDeployments(asked.first()));
    }

    void changeDeployments(EngineEvent.ChangeDeployments asked) {
        note(List::of, asked.reply(), state.changeDeployments(asked.from(), asked.to()));
    }

    private <T> void note(Supplier<List<BatchRow>> changes, EngineReply<T> reply, T value) {
        if (broken != null) {
            refuse(reply, broken);
        } else {
            commits.add(new Noted<>(this, changes.get(), reply, value));
        }
    }

    void fence(EngineEvent.Fence asked) {
        if (broken != null) {
            refuse(asked.reply(), broken);
            return;
        }
        WriterId writer = asked.writer();
        List<BatchRow> mark = List.of();
        if (writers.contains(writer)) {
            if (hasOpen(writer)) {
                fencing.put(writer, writers.label(writer));
            }
            mark = List.of(writers.remove(writer));
        }
        commits.add(new Marking(this, mark, fences.add(asked, now.nanos()), asked));
    }

    void writers(EngineEvent.Writers asked) {
        List<Writer> found = asked.open()
                ? openOf.keySet().stream()
                        .map(writer -> new Writer(writer, fencing.getOrDefault(writer, writers.label(writer))))
                        .toList()
                : writers.all();
        effects.add(new Effect.Answer<>(asked.reply(), found));
    }

    void changes(EngineEvent.Changes asked) {
        try {
            effects.add(new Effect.Answer<>(asked.reply(), feed.after(asked.after(), asked.limit())));
        } catch (StoreException e) {
            refuse(asked.reply(), e);
        }
    }

    void announcements(EngineEvent.Announcements asked) {
        try {
            effects.add(new Effect.Answer<>(asked.reply(), feed.announcedAfter(asked.after(), asked.limit())));
        } catch (StoreException e) {
            refuse(asked.reply(), e);
        }
    }

    void changeRange(EngineEvent.ChangeRange asked) {
        effects.add(new Effect.Answer<>(asked.reply(), feed.range()));
    }

    void figures(EngineEvent.Figures asked) {
        try {
            List<StoreFigure> figures = new ArrayList<>();
            figures.add(StoreFigure.count("inodes", state.count(Counter.INODES)));
            figures.add(StoreFigure.count("blocks", state.count(Counter.BLOCKS)));
            figures.add(StoreFigure.count("open transactions", open.size()));
            figures.add(StoreFigure.count("registered writers", writers.all().size()));
            figures.add(StoreFigure.count("last commit", state.lastVisible()));
            figures.add(StoreFigure.count(
                    "oldest commit in the change feed", feed.range().oldest()));
            figures.add(StoreFigure.count("commits in the change feed", state.changesKept()));
            figures.addAll(commits.figures());
            figures.addAll(tables.figures());
            effects.add(new Effect.Answer<>(asked.reply(), figures));
        } catch (StoreException e) {
            refuse(asked.reply(), e);
        }
    }

    void written() {
        tables.refresh();
        commits.written().forEach(GroupCommit.Pending::written);
    }

    /*
     * What collects goes too: it was counted on top of the batch. The open transactions stay. They saw nothing of it.
     */
    void writeRefused(StoreException why) {
        commits.abandon().forEach(pending -> pending.failed(why));
        state.resetTo(durableState());
        writers.load(tables);
    }

    /*
     * The log may contain the batch or not. A later batch assumes one of the two, and a restart may find the other. So this
     * core writes nothing more. Its open transactions end, because they may have seen rows without the batch. Reads go on.
     */
    void writeFailed(StoreException why) {
        StoreException failure = new StoreException(
                Kind.UNAVAILABLE,
                "the store's log could not be written, so the engine refuses all writes until the disk works again: "
                        + why.getMessage(),
                why);
        broken = failure;
        commits.abandon().forEach(pending -> pending.failed(failure));
        // The batch may have a transaction of a writer that is being fenced, which has not ended before that is known.
        effects.addAll(fences.abandon(failure));
        for (OpenTransaction each : List.copyOf(open.values())) {
            cancel(each, Kind.UNAVAILABLE, String.valueOf(failure.getMessage()));
        }
    }

    private void writeNext() {
        Optional<List<BatchRow>> next = commits.next();
        if (next.isPresent()) {
            List<BatchRow> batch = next.get();
            batch.addAll(feed.trim(now.micros()));
            batch.add(state.row());
            effects.add(new Effect.Write(batch));
        }
    }

    /** Ends the waits and the lives that have reached their bounds. */
    private void sweep() {
        if (now.nanos() - sweptNanos < SWEEP_NANOS && sweptNanos != 0) {
            return;
        }
        sweptNanos = now.nanos();
        for (OpenTransaction each : List.copyOf(open.values())) {
            OpenTransaction.Waiting waiting = each.waiting();
            if (each.isExpired(now.nanos())) {
                cancel(
                        each,
                        Kind.EXPIRED,
                        "the transaction lived longer than " + each.bounds().life());
            } else if (waiting != null && now.nanos() - waiting.untilNanos() >= 0) {
                cancel(
                        each,
                        Kind.CONFLICT,
                        "a row was locked by others for longer than "
                                + each.bounds().lock());
            }
        }
    }

    private void refuse(EngineReply<?> reply, Kind kind, String why) {
        refuse(reply, new StoreException(kind, why));
    }

    private void refuse(EngineReply<?> reply, StoreException why) {
        effects.add(new Effect.Refusal(reply, why));
    }
}
