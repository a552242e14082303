package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.operation.FalseReturnException;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import io.lambdafs.benchmark.harness.operation.Performer;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.ErrorCounts;
import io.lambdafs.benchmark.harness.workload.OperationSource;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One client: takes its operations in order, waits until each is due, performs it and measures it. For one thread. */
final class Client {
    private final int number;
    private final OperationSource source;
    private final Performer performer;
    private final Ticker ticker;

    /**
     * A client.
     *
     * @param number among all clients of the run
     */
    Client(int number, OperationSource source, Performer performer, Ticker ticker) {
        this.number = number;
        this.source = source;
        this.performer = performer;
        this.ticker = ticker;
    }

    /**
     * What a client does in a phase.
     *
     * @param begin the beginning, by the ticker
     * @param nanos operations that are due later are not performed
     * @param drainNanos for how much longer operations are performed that were due before
     * @param most how many operations it performs at most
     * @param traceOffset what is added to the time of a phase to get that of the run
     */
    record Schedule(long begin, long nanos, long drainNanos, long most, long traceOffset) {}

    /**
     * Where a client writes down what it measures.
     *
     * @param retries how often a request of the client's thread was sent once more so far
     */
    record Books(
            ClientRecorder own, SecondRecorder seconds, ErrorCounts errors, OperationLog log, LongSupplier retries) {}

    /** Performs the operations of a phase; returns when the last ended, in nanoseconds after the beginning. */
    long run(DueTimes pace, Schedule schedule, Books books) throws InterruptedException {
        ticker.sleepUntil(schedule.begin());
        long last = 0;
        for (long done = 0; done < schedule.most(); done++) {
            long now = ticker.nanos() - schedule.begin();
            long due = pace.take(now);
            if (due >= schedule.nanos()) {
                return last;
            }
            if (due > now) {
                ticker.sleepUntil(schedule.begin() + due);
                now = ticker.nanos() - schedule.begin();
                books.own().woke(now - due);
            }
            if (now >= schedule.nanos() + schedule.drainNanos()) {
                return last;
            }
            Optional<PathOperation> operation = source.next();
            if (operation.isEmpty()) {
                return last;
            }
            books.log().performed(number, schedule.traceOffset() + due, operation.get());
            last = perform(operation.get(), due, schedule, books);
        }
        return last;
    }

    private long perform(PathOperation operation, long due, Schedule schedule, Books books) {
        OperationKind kind = operation.kind();
        long started = ticker.nanos() - schedule.begin();
        books.seconds().count(Count.STARTED, started, 1);
        long retriesBefore = books.retries().getAsLong();
        IOException failure = tryOnce(operation);
        long ended = ticker.nanos() - schedule.begin();
        books.own().retried(kind, books.retries().getAsLong() - retriesBefore);
        if (failure == null) {
            source.succeeded(operation);
            books.own().succeeded(kind, ended - started, ended - due);
            books.seconds().completed(ended, ended - due);
        } else {
            source.failed(operation);
            books.own().failed(kind, failure instanceof FalseReturnException);
            books.seconds().count(Count.FAILED, ended, 1);
            Throwable cause =
                    failure instanceof Unexpected && failure.getCause() != null ? failure.getCause() : failure;
            books.errors().add(kind.word(), cause, TimeUnit.NANOSECONDS.toMillis(ended));
        }
        return ended;
    }

    /** Performs an operation that is not measured. */
    void performBefore(PathOperation operation, OperationLog log) throws IOException {
        log.performed(number, OperationLog.BEFORE, operation);
        try {
            performer.perform(operation);
        } catch (IOException | RuntimeException e) {
            source.failed(operation);
            throw new IOException(
                    "a client could not make what it needs: " + operation.kind().word() + " of " + operation.path()
                            + ": " + e,
                    e);
        }
        source.succeeded(operation);
    }

    /** An error that a file system should not throw. */
    private static final class Unexpected extends IOException {
        private static final long serialVersionUID = 1;

        Unexpected(RuntimeException cause) {
            super(cause);
        }
    }

    private @Nullable IOException tryOnce(PathOperation operation) {
        try {
            performer.perform(operation);
            return null;
        } catch (IOException e) {
            return e;
        } catch (RuntimeException e) {
            return new Unexpected(e);
        }
    }

    int number() {
        return number;
    }

    OperationSource source() {
        return source;
    }
}
