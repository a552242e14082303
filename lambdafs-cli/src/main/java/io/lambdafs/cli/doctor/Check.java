package io.lambdafs.cli.doctor;

/** Looks at one thing. Every wait has a bound. */
interface Check {
    /** What it looks at, in a word. */
    String name();

    /** Looks, and says what it found: at least one finding. */
    void run(ExaminedStack stack, Findings findings);
}
