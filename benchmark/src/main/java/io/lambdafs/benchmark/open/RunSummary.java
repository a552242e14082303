package io.lambdafs.benchmark.open;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What callers saw in one run, from when each operation was due; travels between processes as a line.
 *
 * @param due operations of the schedule, or of a closed loop those that were begun
 * @param completed operations that ended without an error
 * @param failed operations that ended with one
 * @param error the first error; empty if there was none
 */
public record RunSummary(
        long due, long completed, long failed, double p50Micros, double p99Micros, double p999Micros, String error) {
    private static final int DIGITS = 2;
    private static final int FIELDS = 7;

    static RunSummary of(Schedule schedule, Seconds seconds, List<String> errors) {
        Histogram all = new Histogram(DIGITS);
        long started = 0;
        long completed = 0;
        long failed = 0;
        for (int i = 0; i < seconds.length(); i++) {
            all.add(seconds.byCompletion(i));
            started += seconds.started(i);
            completed += seconds.completed(i);
            failed += seconds.failed(i);
        }
        return new RunSummary(
                schedule.isClosed() ? started : schedule.operations(),
                completed,
                failed,
                Seconds.percentileMicros(all, 50),
                Seconds.percentileMicros(all, 99),
                Seconds.percentileMicros(all, 99.9),
                errors.isEmpty() ? "" : errors.get(0));
    }

    String toLine() {
        return due + " " + completed + " " + failed + " " + p50Micros + " " + p99Micros + " " + p999Micros + " "
                + error;
    }

    /**
     * Reads what {@link #toLine} wrote.
     *
     * @throws IllegalArgumentException if the line is something else
     */
    public static RunSummary parse(String line) {
        String[] fields = line.split(" ", FIELDS);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not the summary of a run: " + line);
        }
        return new RunSummary(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]),
                fields[6]);
    }
}
