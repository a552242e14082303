package io.lambdafs.testkit.history;

import io.lambdafs.testkit.history.HistoryWriter.Event;
import io.lambdafs.testkit.history.HistoryWriter.Moment;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** One client of a history: executes operations one after another and records each. Used by one thread. */
public final class RecordingClient {
    private final int number;
    private final Namespace namespace;
    private final HistoryWriter history;
    private final Clocks clocks;

    /**
     * The clocks of a history.
     *
     * @param ticker monotonic nanoseconds, the same in all processes that record
     */
    public record Clocks(LongSupplier ticker, InstantSource wall) {
        Moment now() {
            return new Moment(ticker.getAsLong(), wall.millis());
        }
    }

    public RecordingClient(int number, Namespace namespace, HistoryWriter history, Clocks clocks) {
        this.number = number;
        this.namespace = namespace;
        this.history = history;
        this.clocks = clocks;
    }

    /** Executes and records the operation. */
    public Answer execute(FileOperation operation) {
        return execute(operation, false);
    }

    /** As {@link #execute(FileOperation)}, for a read of the final state. */
    public Answer executeFinally(FileOperation operation) {
        return execute(operation, true);
    }

    private Answer execute(FileOperation operation, boolean last) {
        Moment call = clocks.now();
        Answer answer = namespace.execute(operation);
        history.write(new Event(number, operation, call, clocks.now(), answer, last));
        return answer;
    }
}
