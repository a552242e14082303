package io.lambdafs.store;

import java.time.Duration;

/** Lets time pass; a simulation passes it without waiting. */
@FunctionalInterface
public interface Pause {
    /** Returns after about this long, or at once with the interrupt flag set when the thread is interrupted. */
    void pause(Duration duration);
}
