package io.lambdafs.client.tcp;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Failures of the reading loop. It tells how long to pause before the next turn, when to open the server anew, and says once
 * that the server fails and once that it works again. For the thread that has the turn.
 *
 * <p>Only failures in a row count. A loop that fails now and then for days still serves.
 */
final class TurnFailures {
    /** So many failures in a row are worth a word to the user. */
    static final int SAID_AFTER = 10;

    /** After so many failures in a row, and again after as many more, the server is opened anew. */
    static final int REOPENED_AFTER = 30;

    /** The longest pause; short, because callers that wait for answers take their turns too. */
    static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int MOST_DOUBLINGS = 10;

    private final String endpoint;
    private final Consumer<String> warnings;
    private int inARow;

    /** No failures yet of the server that functions know by this address. */
    TurnFailures(String endpoint, Consumer<String> warnings) {
        this.endpoint = endpoint;
        this.warnings = warnings;
    }

    /** A turn has ended well. */
    void succeeded() {
        if (inARow >= SAID_AFTER) {
            warnings.accept("The server at " + endpoint + ", to which functions connect back, works again after "
                    + inARow + " failures.");
        }
        inARow = 0;
    }

    /** A turn has failed. Returns for how many nanoseconds to pause: none after the first one in a row. */
    long failed(Exception cause) {
        inARow++;
        if (inARow == SAID_AFTER) {
            warnings.accept("The server at " + endpoint + ", to which functions connect back, has failed " + inARow
                    + " times in a row: " + cause + ". It is tried again; calls go by HTTP meanwhile.");
        }
        return inARow == 1
                ? 0
                : Math.min(
                        LONGEST_PAUSE_NANOS, TimeUnit.MILLISECONDS.toNanos(1) << Math.min(inARow - 2, MOST_DOUBLINGS));
    }

    /** Whether the present server has failed so often in a row that another one had better take its place. */
    boolean callForANewServer() {
        return inARow > 0 && inARow % REOPENED_AFTER == 0;
    }
}
