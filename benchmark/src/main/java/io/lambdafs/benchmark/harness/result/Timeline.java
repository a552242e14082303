package io.lambdafs.benchmark.harness.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A row for each interval of each phase. */
public final class Timeline {
    private Timeline() {}

    /** How many operations were due by the end of each interval and neither sent nor left out. */
    public static List<Long> backlog(PhaseResult phase) {
        List<Long> backlog = new ArrayList<>();
        long waiting = 0;
        for (SecondResult second : phase.seconds()) {
            waiting += second.get(Count.OFFERED) - second.get(Count.STARTED) - second.get(Count.DROPPED);
            backlog.add(Math.max(0, waiting));
        }
        return backlog;
    }

    /** How many operations were due and not sent when the phase was over. */
    static long unfinished(PhaseResult phase) {
        return Math.max(0, phase.total(Count.OFFERED) - phase.total(Count.STARTED) - phase.total(Count.DROPPED));
    }

    static Csv of(List<PhaseResult> phases) {
        Set<String> more = new TreeSet<>();
        phases.forEach(phase ->
                phase.seconds().forEach(second -> more.addAll(second.counts().keySet())));
        List<String> columns = new ArrayList<>(List.of("phase", "t_s"));
        for (Count count : Count.values()) {
            columns.add(count.column());
            more.remove(count.column());
        }
        columns.addAll(List.of("backlog_ops", "response_p50_us", "response_p99_us"));
        columns.addAll(more);
        Csv csv = new Csv(columns.toArray(String[]::new));
        for (PhaseResult phase : phases) {
            List<Long> backlog = backlog(phase);
            for (int i = 0; i < phase.seconds().size(); i++) {
                csv.row(row(phase, i, backlog.get(i), more).toArray());
            }
        }
        return csv;
    }

    /** When an interval begins, in seconds: a whole number if all intervals begin at one. */
    private static Object time(PhaseResult phase, int number) {
        long nanos = number * phase.intervalNanos();
        if (phase.intervalNanos() % PhaseResult.SECOND == 0) {
            return nanos / PhaseResult.SECOND;
        }
        return nanos / (double) PhaseResult.SECOND;
    }

    private static List<Object> row(PhaseResult phase, int number, long backlog, Set<String> more) {
        SecondResult second = phase.seconds().get(number);
        List<Object> row = new ArrayList<>(List.of(phase.name(), time(phase, number)));
        for (Count count : Count.values()) {
            row.add(second.get(count));
        }
        boolean none = second.response().getTotalCount() == 0;
        row.add(backlog);
        row.add(none ? "" : second.response().getValueAtPercentile(50));
        row.add(none ? "" : second.response().getValueAtPercentile(99));
        more.forEach(name -> row.add(second.counts().getOrDefault(name, 0L)));
        return row;
    }
}
