package io.lambdafs.benchmark.load;

import java.io.IOException;

/** What callers do again and again. Called by many threads, each with a caller of its own. */
@FunctionalInterface
public interface Work {
    /** Does it once, and fails unless the result is the right one: the speed of a wrong answer means nothing. */
    void perform(LoadCaller caller) throws IOException;

    /** Whether there is something left to do; asked before each time by the thread that does it. */
    default boolean hasNext(LoadCaller caller) {
        return true;
    }

    /** Makes what one caller needs, before the clock runs. */
    default void prepare(LoadCaller caller) throws IOException {}
}
