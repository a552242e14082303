package io.lambdafs.namenode.load;

/** The CPU time of this process. Thread-safe. */
public interface CpuTime {
    /** The CPU time that the process has used so far, in nanoseconds; of some resolution of at most 10 ms. */
    long usedNanos();

    /** How many cores the process may use at most: its quota, or else those of the machine. More than 0. */
    double cores();
}
