package io.lambdafs.benchmark.open;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One second of a run as the callers saw it. It is a line of the file in which the process with the callers reports to
 * the process that started it.
 *
 * @param second from 0
 * @param due operations that were due in it
 * @param started operations that were sent in it
 * @param completed operations that ended in it
 * @param failed operations that ended in it with an error
 * @param p50Micros of those that ended in it, from when they were due; not a number if none did
 * @param p99Micros likewise
 * @param dueWithin1s of those that were due in it, how many ended within a second
 * @param dueWithin3s likewise, within three
 * @param dueDone likewise, at all and without an error
 * @param lastDoneMicros when the last of those that were due in it ended, after the beginning of the run
 * @param http calls by HTTP that were answered in it
 * @param tcp calls over TCP that were answered in it
 * @param resubmissions requests sent again
 * @param hedges requests sent over TCP beside HTTP
 * @param scaleOutCalls calls that asked for another instance
 * @param stragglers requests sent again because they took long
 * @param overCommitments how often the platform was found to have too few places
 */
public record ClientSecond(
        int second,
        long due,
        long started,
        long completed,
        long failed,
        double p50Micros,
        double p99Micros,
        long dueWithin1s,
        long dueWithin3s,
        long dueDone,
        long lastDoneMicros,
        long http,
        long tcp,
        long resubmissions,
        long hedges,
        long scaleOutCalls,
        long stragglers,
        long overCommitments) {
    private static final int FIELDS = 18;

    /** All seconds of a run. */
    static List<ClientSecond> of(Schedule schedule, Seconds seconds, CounterSamples counters) {
        List<ClientSecond> rows = new ArrayList<>();
        for (int i = 0; i < seconds.length(); i++) {
            List<Long> growth = counters.growth(i);
            rows.add(new ClientSecond(
                    i,
                    schedule.isClosed() ? seconds.started(i) : schedule.due(i),
                    seconds.started(i),
                    seconds.completed(i),
                    seconds.failed(i),
                    Seconds.percentileMicros(seconds.byCompletion(i), 50),
                    Seconds.percentileMicros(seconds.byCompletion(i), 99),
                    seconds.byDue(i).getCountBetweenValues(0, 1_000_000),
                    seconds.byDue(i).getCountBetweenValues(0, 3_000_000),
                    seconds.byDue(i).getTotalCount(),
                    seconds.lastDoneMicros(i),
                    growth.get(0),
                    growth.get(1),
                    growth.get(2),
                    growth.get(3),
                    growth.get(4),
                    growth.get(5),
                    growth.get(6)));
        }
        return rows;
    }

    String toLine() {
        return String.format(
                Locale.ROOT,
                "%d %d %d %d %d %.1f %.1f %d %d %d %d %d %d %d %d %d %d %d",
                second,
                due,
                started,
                completed,
                failed,
                p50Micros,
                p99Micros,
                dueWithin1s,
                dueWithin3s,
                dueDone,
                lastDoneMicros,
                http,
                tcp,
                resubmissions,
                hedges,
                scaleOutCalls,
                stragglers,
                overCommitments);
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static ClientSecond parse(String line) {
        String[] words = line.split(" ", -1);
        if (words.length != FIELDS) {
            throw new IllegalArgumentException("not a second of a run: " + line);
        }
        int i = 0;
        return new ClientSecond(
                Integer.parseInt(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Double.parseDouble(words[i++]),
                Double.parseDouble(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i++]),
                Long.parseLong(words[i]));
    }

    /** Reads the file of a run. */
    public static List<ClientSecond> read(Path file) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.map(ClientSecond::parse).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    static void write(Path file, List<ClientSecond> seconds) throws IOException {
        Files.write(file, seconds.stream().map(ClientSecond::toLine).toList());
    }
}
