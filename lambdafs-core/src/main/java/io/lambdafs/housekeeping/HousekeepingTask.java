package io.lambdafs.housekeeping;

/** One kind of housekeeping. Run by one thread at a time, once in every round of the process that has the role. */
interface HousekeepingTask {
    /** What it does, for people. */
    String name();

    /** Takes a bounded step. */
    void run(Duty duty);
}
