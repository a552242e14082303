package io.lambdafs.testkit.store;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How the threads that use one in-memory database take turns, and wait for locks of each other. */
public interface DatabaseTurns {
    /** Runs this while nobody else uses the database, except while it waits. May be called within itself. */
    <T> T exclusively(Supplier<T> action);

    /**
     * Called within {@link #exclusively}: lets others in until the condition holds, for at most so long. It is asked after
     * each change, and now and then because nobody tells when the time of a transaction has run out.
     *
     * @return whether it holds
     */
    boolean await(BooleanSupplier condition, Duration bound);

    /** Called within {@link #exclusively}: a lock was given up. */
    void changed();
}
