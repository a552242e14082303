package io.lambdafs.benchmark.faas;

import java.io.IOException;
import java.nio.file.Path;

/** Where a worker's files are: a local directory, or a volume, on which each piece of work is a transaction. Used by one thread. */
interface WorkLocation {
    /** What is done with files. On a volume it may run several times. */
    interface Work {
        void with(Path root) throws IOException;
    }

    /**
     * Does it.
     *
     * @return how often it had to run
     */
    int run(Work work) throws IOException, InterruptedException;
}
