package io.lambdafs.benchmark.compare;

/**
 * How much is measured.
 *
 * @param rounds counted rounds of each cell of reads, and of a mix
 * @param writeRounds counted rounds of each cell of writes: the disk that they wait for has moods that last seconds
 * @param warmUpMillis the round before, which is not counted
 */
record Plan(int directories, int files, int rounds, int writeRounds, long roundMillis, long warmUpMillis) {
    /** Takes minutes; its figures count. */
    static Plan full() {
        return new Plan(1_000, 20, 5, 11, 800, 1_500);
    }

    /** Shows that everything works; its figures mean nothing. */
    static Plan small() {
        return new Plan(20, 20, 1, 1, 150, 150);
    }

    /** Counted rounds of a cell. */
    int rounds(Cell cell) {
        return Compare.WRITES.contains(cell.work()) ? writeRounds : rounds;
    }
}
