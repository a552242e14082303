package io.lambdafs.benchmark.load;

/**
 * What the callers of one round saw; travels between processes as a line.
 *
 * @param readP99Micros of the reads among other operations; not a number if there were none
 */
public record LoadResult(long operations, long elapsedNanos, double p50Micros, double p99Micros, double readP99Micros) {
    private static final int FIELDS = 5;

    static LoadResult of(Latencies latencies, Latencies reads, long elapsedNanos) {
        return new LoadResult(
                latencies.count(),
                elapsedNanos,
                latencies.percentileMicros(50),
                latencies.percentileMicros(99),
                reads.percentileMicros(99));
    }

    /** Operations per second of all callers together. */
    public double perSecond() {
        return operations * 1e9 / elapsedNanos;
    }

    String toLine() {
        return operations + " " + elapsedNanos + " " + p50Micros + " " + p99Micros + " " + readP99Micros;
    }

    /**
     * Reads what {@link #toLine} wrote.
     *
     * @throws IllegalArgumentException if the line is something else
     */
    public static LoadResult parse(String line) {
        String[] fields = line.split(" ", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not the result of a round: " + line);
        }
        return new LoadResult(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]));
    }
}
