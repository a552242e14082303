package io.lambdafs.store.rocks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.Effect;
import io.lambdafs.store.rocks.engine.EngineCore;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineLimits;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.EngineTask;
import io.lambdafs.store.rocks.engine.Moment;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.rocks.table.StoredTables;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine's own core in one thread, with clients that move amounts between accounts, a disk that loses what is not
 * synced, and crashes at any moment. Everything follows from the seed.
 */
final class EngineSimulation {
    /** A rule that a run may do without, to see that its absence is noticed. */
    enum Rule {
        VISIBLE_ONLY_AFTER_SYNC,
        /** Hold the locks of a transaction until its rows are visible. */
        LOCKS_UNTIL_VISIBLE,
        FENCE_CHECK,
        OUTCOME_CHECK,
        /** After a failed write, find out whether it is durable. */
        LOOK_AFTER_FAILED_WRITE
    }

    private static final int ACCOUNTS = 4;
    private static final long EACH = 100;
    private static final int CLIENTS = 5;
    private static final int SETTLING_STEPS = 20_000;
    private static final TransactionBounds BOUNDS =
            new TransactionBounds(Duration.ofMillis(40), Duration.ofMillis(150));

    private final Random random;
    private final Optional<Rule> without;
    private final List<List<BatchRow>> synced = new ArrayList<>();
    private final Deque<List<BatchRow>> unsynced = new ArrayDeque<>();

    /** Without the rule on locks: for each batch that is not synced, the answers that wait for it. */
    private final Deque<List<Effect.Settle>> held = new ArrayDeque<>();

    private final List<Client> clients = new ArrayList<>();
    private final Map<WriterId, Long> writesWhenFenced = new HashMap<>();
    private final List<RequestId> acknowledged = new ArrayList<>();
    private SortedMapKeyValues tables = new SortedMapKeyValues();
    private EngineCore core;
    private long nanos = 1;
    private long lastTransaction;
    private int crashes;
    private int failures;
    private @Nullable WriterId unfenced;

    EngineSimulation(long seed, Optional<Rule> without) {
        random = new Random(seed);
        this.without = without;
        StoreLayout.prepare(tables, List.of(), () -> Instant.EPOCH, random);
        synced.add(everything(tables));
        core = new EngineCore(tables, limits());
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(new Client(i));
        }
    }

    private static EngineLimits limits() {
        return new EngineLimits(100, 1_000, 8, 50, Duration.ofHours(1));
    }

    private static List<BatchRow> everything(SortedMapKeyValues tables) {
        List<BatchRow> rows = new ArrayList<>();
        for (Table table : Table.values()) {
            tables.scan(table, Bytes.EMPTY, Bytes.EMPTY, Integer.MAX_VALUE)
                    .forEach(row -> rows.add(new BatchRow(table, row.key(), row.value())));
        }
        return rows;
    }

    /** Runs so many steps, lets all clients finish, and checks what must hold. */
    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            act();
            check();
        }
        for (int step = 0; !isSettled(); step++) {
            assertThat(step).as("steps until all requests are answered").isLessThan(SETTLING_STEPS);
            clients.forEach(client -> client.stopping = true);
            actWithoutFaults();
        }
        check();
        acknowledged.forEach(this::requireExecutedOnce);
        assertThat(core.isQuiet()).isTrue();
    }

    int acknowledged() {
        return acknowledged.size();
    }

    int crashes() {
        return crashes;
    }

    /** The writes that failed without anybody knowing whether they are durable. */
    int failures() {
        return failures;
    }

    private boolean isSettled() {
        return unsynced.isEmpty() && clients.stream().allMatch(Client::isIdle);
    }

    private void act() {
        int chance = random.nextInt(200);
        if (chance == 0) {
            crash();
        } else if (isWithout(Rule.LOCKS_UNTIL_VISIBLE)) {
            // The core takes its batches for written, so their writes cannot fail.
            actWithoutFaults();
        } else if (chance == 1) {
            refuseWrite();
        } else if (chance == 2) {
            failWrite();
        } else if (chance < 6) {
            clients.get(random.nextInt(CLIENTS)).fence();
        } else {
            actWithoutFaults();
        }
    }

    private void actWithoutFaults() {
        nanos += random.nextInt(2_000_000);
        if (random.nextInt(4) == 0) {
            sync();
        } else if (random.nextInt(10) == 0) {
            tell(new EngineEvent.Tick());
        } else {
            clients.get(random.nextInt(CLIENTS)).act();
        }
    }

    private boolean isWithout(Rule rule) {
        return without.equals(Optional.of(rule));
    }

    private List<Effect> step(EngineEvent event) {
        return core.step(new Moment(nanos, nanos / 1000), event);
    }

    private void tell(EngineEvent event) {
        for (Effect effect : step(event)) {
            if (effect instanceof Effect.Write write) {
                unsynced.add(write.batch());
                if (isWithout(Rule.VISIBLE_ONLY_AFTER_SYNC)) {
                    tables.write(write.batch());
                    tell(new EngineEvent.Written());
                } else if (isWithout(Rule.LOCKS_UNTIL_VISIBLE)) {
                    releaseLocks();
                }
            } else if (effect instanceof Effect.Settle settled) {
                settled.deliver();
            }
        }
    }

    /** The core releases the locks of a batch that is neither durable nor visible. Nobody is answered before it is. */
    private void releaseLocks() {
        List<Effect.Settle> answers = new ArrayList<>();
        held.add(answers);
        for (Effect effect : step(new EngineEvent.Written())) {
            if (effect instanceof Effect.Write write) {
                unsynced.add(write.batch());
                releaseLocks();
            } else if (effect instanceof Effect.Settle settled) {
                answers.add(settled);
            }
        }
    }

    private void sync() {
        List<BatchRow> batch = unsynced.poll();
        if (batch == null) {
            return;
        }
        synced.add(batch);
        if (isWithout(Rule.LOCKS_UNTIL_VISIBLE)) {
            tables.write(batch);
            tables.refresh();
            held.remove().forEach(Effect.Settle::deliver);
        } else if (!isWithout(Rule.VISIBLE_ONLY_AFTER_SYNC)) {
            tables.write(batch);
            tell(new EngineEvent.Written());
        }
    }

    /** The machine loses what is not synced; of what was being synced, all of a batch may have arrived. */
    private void crash() {
        crashes++;
        if (!unsynced.isEmpty() && random.nextBoolean()) {
            synced.add(unsynced.remove());
        }
        unsynced.clear();
        held.clear();
        tables = new SortedMapKeyValues();
        synced.forEach(tables::write);
        tables.refresh();
        core = new EngineCore(tables, limits());
        clients.forEach(Client::disconnected);
        check();
        acknowledged.forEach(this::requireExecutedOnce);
    }

    /** There is no room for the batch. */
    private void refuseWrite() {
        if (unsynced.poll() != null) {
            tell(new EngineEvent.WriteRefused(new StoreException(Kind.FULL, "no room")));
        }
    }

    /** The sync of the batch fails, which may be durable or not. The engine finds that out some time later. */
    private void failWrite() {
        List<BatchRow> batch = unsynced.poll();
        if (batch == null) {
            return;
        }
        boolean durable = random.nextBoolean();
        if (durable) {
            synced.add(batch);
        }
        if (isWithout(Rule.LOOK_AFTER_FAILED_WRITE)) {
            tell(new EngineEvent.WriteRefused(new StoreException(Kind.UNAVAILABLE, "a failed sync")));
            return;
        }
        tell(new EngineEvent.WriteFailed(new StoreException(Kind.UNAVAILABLE, "a failed sync")));
        failures++;
        for (int i = random.nextInt(20); i > 0; i--) {
            actWithoutFaults();
            check();
            assertThat(unsynced).as("batches after a write that failed").isEmpty();
        }
        if (durable) {
            tables.write(batch);
        }
        tables.recover();
        core = new EngineCore(tables, limits());
    }

    private void check() {
        long total = 0;
        for (int account = 0; account < ACCOUNTS; account++) {
            total += committed(accountKey(account), EACH);
        }
        assertThat(total).as("what all accounts hold together").isEqualTo(ACCOUNTS * EACH);
        writesWhenFenced.forEach((writer, writes) -> assertThat(committed(writerKey(writer), 0))
                .as("transactions of %s, which is fenced", writer)
                .isEqualTo(writes));
    }

    private void requireExecutedOnce(RequestId request) {
        assertThat(committed(requestKey(request), 0))
                .as("executions of the acknowledged request %s", request)
                .isEqualTo(1);
    }

    private long committed(Bytes key, long otherwise) {
        long[] found = {0};
        tell(new EngineEvent.Read<>(
                rows -> read(rows, key, otherwise), new Note<Long>(value -> found[0] = value, why -> {
                    throw why;
                })));
        return found[0];
    }

    private static long read(Rows rows, Bytes key, long otherwise) {
        Bytes value = rows.get(Table.ROLES, key);
        return value == null ? otherwise : new Decoder(value).getLong();
    }

    private static void add(Rows rows, Bytes key, long otherwise, long more) {
        rows.lock(Table.ROLES, key, LockMode.EXCLUSIVE);
        rows.put(
                Table.ROLES,
                key,
                new Encoder().putLong(read(rows, key, otherwise) + more).bytes());
    }

    private static Bytes accountKey(int account) {
        return new Encoder().putText("account").putInt(account).bytes();
    }

    private static Bytes writerKey(WriterId writer) {
        return new Encoder().putText("writer").putLong(writer.value()).bytes();
    }

    private static Bytes requestKey(RequestId request) {
        return new Encoder().putText("request").putText(request.toString()).bytes();
    }

    /** A reply that does this or that. */
    private record Note<T>(Consumer<T> success, Consumer<StoreException> failure) implements EngineReply<T> {
        @Override
        public void succeed(T value) {
            success.accept(value);
        }

        @Override
        public void fail(StoreException why) {
            failure.accept(why);
        }
    }

    /** Moves one from an account to another in one transaction, again and again, and resubmits what was not answered. */
    private final class Client {
        private final UUID id;
        private final long connection;
        private long sequence;
        private boolean stopping;
        private boolean busy;
        private int life;
        private @Nullable RequestId request;
        private @Nullable WriterId writer;
        private long transaction;
        private boolean begun;
        private int from;
        private int to;

        Client(int number) {
            id = new UUID(7, number);
            connection = number;
        }

        boolean isIdle() {
            return request == null && !busy;
        }

        /** Answers from before a crash are not heard any more. */
        private <T> EngineReply<T> noting(Consumer<T> success) {
            int asked = life;
            busy = true;
            return new Note<>(
                    value -> {
                        if (asked == life) {
                            busy = false;
                            success.accept(value);
                        }
                    },
                    why -> {
                        if (asked == life) {
                            busy = false;
                            failed(why);
                        }
                    });
        }

        private void failed(StoreException why) {
            begun = false;
            assertThat(why.kind())
                    .as(why.toString())
                    .isIn(Kind.CONFLICT, Kind.EXPIRED, Kind.FENCED, Kind.UNAVAILABLE, Kind.FULL);
            if (why.kind() == Kind.FENCED) {
                writer = null;
            }
        }

        void disconnected() {
            life++;
            busy = false;
            begun = false;
        }

        void act() {
            if (busy) {
                return;
            }
            if (writer == null) {
                tell(new EngineEvent.Register("client", noting((WriterId registered) -> registeredAs(registered))));
            } else if (request == null) {
                choose();
            } else if (!begun) {
                begin(request, writer);
            } else if (random.nextInt(15) == 0) {
                tell(new EngineEvent.RollBack(transaction));
                begun = false;
            } else {
                finish(request, writer);
            }
        }

        private void registeredAs(WriterId registered) {
            writer = registered;
            if (unfenced == null) {
                unfenced = registered;
                writer = null;
            }
        }

        private void choose() {
            if (!stopping) {
                request = new RequestId(id, ++sequence);
                from = random.nextInt(ACCOUNTS);
                to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            }
        }

        private void begin(RequestId asked, WriterId as) {
            transaction = ++lastTransaction;
            boolean unchecked = isWithout(Rule.FENCE_CHECK);
            WriterId shown = unchecked ? requireNonNull(unfenced) : as;
            boolean forgets = isWithout(Rule.OUTCOME_CHECK);
            EngineTask<Boolean> first = rows -> {
                boolean done = !forgets
                        && new StoredTables(rows).outcomes().admit(asked).isPresent();
                if (!done) {
                    rows.lock(Table.ROLES, accountKey(from), LockMode.EXCLUSIVE);
                }
                return done;
            };
            tell(new EngineEvent.Begin<>(transaction, connection, shown, BOUNDS, first, noting((Boolean done) -> {
                if (done) {
                    tell(new EngineEvent.RollBack(transaction));
                    acknowledge();
                } else {
                    begun = true;
                }
            })));
        }

        private void finish(RequestId asked, WriterId as) {
            boolean forgets = isWithout(Rule.OUTCOME_CHECK);
            EngineTask<Boolean> move = rows -> {
                add(rows, accountKey(from), EACH, -1);
                add(rows, accountKey(to), EACH, 1);
                add(rows, writerKey(as), 0, 1);
                add(rows, requestKey(asked), 0, 1);
                if (!forgets) {
                    new StoredTables(rows).outcomes().record(asked, new byte[] {1});
                }
                return true;
            };
            tell(new EngineEvent.Call<>(transaction, move, true, noting((Boolean done) -> acknowledge())));
        }

        private void acknowledge() {
            begun = false;
            acknowledged.add(requireNonNull(request));
            request = null;
        }

        /** Another process fences this client's writer. */
        void fence() {
            WriterId fenced = writer;
            if (fenced != null && !fenced.equals(unfenced)) {
                int asked = life;
                tell(new EngineEvent.Fence(
                        fenced,
                        Duration.ofMillis(100),
                        new Note<>(
                                done -> {
                                    if (asked == life) {
                                        writesWhenFenced.putIfAbsent(fenced, committed(writerKey(fenced), 0));
                                    }
                                },
                                why -> {})));
            }
        }
    }
}
