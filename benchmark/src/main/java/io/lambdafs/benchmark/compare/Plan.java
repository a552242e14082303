package io.lambdafs.benchmark.compare;

/**
 * How much is measured.
 *
 * @param rounds counted rounds of each cell
 * @param warmUpMillis the round before, which is not counted
 */
record Plan(int directories, int files, int rounds, long roundMillis, long warmUpMillis) {
    /** Takes minutes; its figures count. */
    static Plan full() {
        return new Plan(1_000, 20, 5, 800, 1_500);
    }

    /** Shows that everything works; its figures mean nothing. */
    static Plan small() {
        return new Plan(20, 20, 1, 150, 150);
    }
}
