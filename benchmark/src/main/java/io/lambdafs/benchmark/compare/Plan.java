package io.lambdafs.benchmark.compare;

/**
 * How much is measured.
 *
 * @param rounds counted rounds of each cell of reads, and of a mix
 * @param unevenRounds counted rounds of each cell of writes, whose disk has moods that last seconds, and of each with so many
 *     callers that the scheduler decides how fast a round is
 * @param warmUpMillis the round before, which is not counted
 */
record Plan(int directories, int files, int rounds, int unevenRounds, long roundMillis, long warmUpMillis) {
    /** Takes minutes; its figures count. */
    static Plan full() {
        return new Plan(1_000, 20, 5, 11, 800, 1_500);
    }

    /** For differences of some percent between servers whose compilers need seconds. */
    static Plan forDifferences() {
        return new Plan(1_000, 20, 11, 11, 800, 4_000);
    }

    /** The same with a warm-up in which the second compiler gets to the end of what writes need. */
    static Plan forWrites() {
        return new Plan(1_000, 20, 11, 11, 800, 20_000);
    }

    /** For what single operations take: reads and writes alike, of a tree that all caches hold. */
    static Plan forSimulation() {
        return new Plan(200, 20, 5, 5, 800, 2_500);
    }

    /** Shows that everything works; its figures mean nothing. */
    static Plan small() {
        return new Plan(20, 20, 1, 1, 150, 150);
    }

    /** Counted rounds of a cell. */
    int rounds(Cell cell) {
        boolean uneven = Selection.WRITES.contains(cell.work()) || cell.callers() >= Selection.MANY;
        return uneven ? unevenRounds : rounds;
    }
}
