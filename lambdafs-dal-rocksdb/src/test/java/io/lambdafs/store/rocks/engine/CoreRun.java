package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.SortedMapKeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A core whose clock and disk a test moves by hand. */
final class CoreRun {
    static final TransactionBounds BOUNDS = new TransactionBounds(Duration.ofSeconds(1), Duration.ofSeconds(10));

    final SortedMapKeyValues tables = new SortedMapKeyValues();
    final Deque<List<BatchRow>> unsynced = new ArrayDeque<>();
    final WriterId writer;
    EngineCore core;
    private final EngineLimits limits;
    private long nanos = 1;
    private long lastTransaction;

    CoreRun(EngineLimits limits) {
        this.limits = limits;
        StoreLayout.prepare(tables, List.of(), () -> Instant.EPOCH, new Random(1));
        core = new EngineCore(tables, limits);
        Answer<WriterId> registered = new Answer<>();
        tell(new EngineEvent.Register("test", registered));
        sync();
        writer = registered.value();
    }

    /** What came of an event, if anything did. */
    static final class Answer<T> implements EngineReply<T> {
        private @Nullable T value;
        private @Nullable StoreException failure;

        @Override
        public void succeed(T given) {
            assertThat(isThere()).isFalse();
            value = given;
        }

        @Override
        public void fail(StoreException why) {
            assertThat(isThere()).isFalse();
            failure = why;
        }

        boolean isThere() {
            return value != null || failure != null;
        }

        T value() {
            if (failure != null) {
                throw failure;
            }
            return requireNonNull(value, "there is no answer yet");
        }

        StoreException.Kind failure() {
            return requireNonNull(failure, "it has not failed").kind();
        }

        String message() {
            return requireNonNull(requireNonNull(failure, "it has not failed").getMessage());
        }
    }

    void tell(EngineEvent event) {
        for (Effect effect : core.step(new Moment(nanos, nanos / 1000), event)) {
            if (effect instanceof Effect.Write write) {
                unsynced.add(write.batch());
            } else if (effect instanceof Effect.Settle settled) {
                settled.deliver();
            }
        }
    }

    /** Lets time pass. */
    void pass(Duration time) {
        nanos += time.toNanos();
        tell(new EngineEvent.Tick());
    }

    /** Makes the batch durable that is being written. */
    void sync() {
        tables.write(unsynced.remove());
        tell(new EngineEvent.Written());
    }

    void restart() {
        tables.refresh();
        core = new EngineCore(tables, limits);
    }

    /** A transaction that has begun. */
    long begin() {
        long transaction = ++lastTransaction;
        Answer<Boolean> begun = new Answer<>();
        tell(new EngineEvent.Begin<>(transaction, 1, writer, BOUNDS, rows -> true, begun));
        assertThat(begun.value()).isTrue();
        return transaction;
    }

    <T> Answer<T> call(long transaction, EngineTask<T> work) {
        Answer<T> answer = new Answer<>();
        tell(new EngineEvent.Call<>(transaction, work, false, answer));
        return answer;
    }

    Answer<Boolean> commit(long transaction) {
        Answer<Boolean> answer = new Answer<>();
        tell(new EngineEvent.Call<>(transaction, rows -> true, true, answer));
        return answer;
    }

    Answer<Boolean> lock(long transaction, String row, LockMode mode) {
        return call(transaction, rows -> {
            rows.lock(Table.ROLES, bytes(row), mode);
            return true;
        });
    }

    Answer<Boolean> put(long transaction, Table table, String row, String value) {
        return call(transaction, rows -> {
            rows.put(table, bytes(row), bytes(value));
            return true;
        });
    }

    <T> T read(EngineTask<T> work) {
        Answer<T> answer = new Answer<>();
        tell(new EngineEvent.Read<>(work, answer));
        return answer.value();
    }

    boolean exists(Table table, String row) {
        return read(rows -> rows.get(table, bytes(row)) != null);
    }

    Answer<List<CommittedChange>> changes(long after, int limit) {
        Answer<List<CommittedChange>> answer = new Answer<>();
        tell(new EngineEvent.Changes(after, limit, answer));
        return answer;
    }

    static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }
}
