package io.lambdafs.suites;

import java.util.Locale;

/**
 * What became of one test of Hadoop's.
 *
 * @param test its name; parameters are told apart by a number
 * @param why the first line of what it said, if it did not pass
 */
record SuiteOutcome(Kind kind, String test, String why) {
    /** As the suite's JVM writes them. */
    enum Kind {
        PASSED,
        FAILED,
        SKIPPED
    }

    static SuiteOutcome parse(String line) {
        String[] fields = line.split("\t", -1);
        if (fields.length != 3) {
            throw new IllegalArgumentException("not an outcome: " + line);
        }
        return new SuiteOutcome(Kind.valueOf(fields[0].toUpperCase(Locale.ROOT)), fields[1], fields[2]);
    }
}
