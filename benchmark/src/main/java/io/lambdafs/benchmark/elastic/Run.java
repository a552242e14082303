package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.open.ClientSecond;
import io.lambdafs.benchmark.open.RunSummary;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One run of a load: what the callers and the machine show of each second.
 *
 * @param name in file names and titles
 * @param load what was asked for: work, callers, schedule
 * @param events what the experiment did at which second, for the plots
 */
record Run(String name, String load, RunSummary summary, List<Row> rows, List<Event> events) {
    Run {
        rows = List.copyOf(rows);
        events = List.copyOf(events);
    }

    /** Both sides of a second, and what the instances cost in it. */
    record Row(ClientSecond client, ServerSecond server, double payPerUse, double provisioned) {
        /** Calls by HTTP among all calls; not a number if there were none. */
        double httpShare() {
            long calls = client.http() + client.tcp();
            return calls == 0 ? Double.NaN : (double) client.http() / calls;
        }
    }

    /** Something that the experiment did. */
    record Event(double second, String what) {}

    /** The same with what the experiment did. */
    Run with(List<Event> happened) {
        return new Run(name, load, summary, rows, happened);
    }

    /** The rows from a second on and before another one. */
    List<Row> between(int from, int to) {
        return rows.subList(Math.min(from, rows.size()), Math.min(to, rows.size()));
    }

    /** Operations that ended well in these seconds, per second; not a number of none. */
    double perSecond(int from, int to) {
        return between(from, to).stream()
                .mapToLong(row -> row.client().completed())
                .average()
                .orElse(Double.NaN);
    }

    /** The largest of a figure. */
    double most(ToDoubleFunction<Row> figure) {
        return rows.stream().mapToDouble(figure).max().orElse(Double.NaN);
    }

    /** Operations that were due and had not ended, at the end of each second. */
    List<Long> backlog() {
        List<Long> backlog = new ArrayList<>();
        long open = 0;
        for (Row row : rows) {
            open += row.client().due() - row.client().completed() - row.client().failed();
            backlog.add(Math.max(0, open));
        }
        return backlog;
    }

    double dollarsPayPerUse() {
        return rows.stream().mapToDouble(Row::payPerUse).sum();
    }

    double dollarsProvisioned() {
        return rows.stream().mapToDouble(Row::provisioned).sum();
    }

    /** CPU of processes that have nothing to do with the run, in thousandths of a core, on average. */
    double foreignCpuMillis() {
        return rows.stream()
                .mapToLong(row -> row.server().foreignCpu())
                .average()
                .orElse(Double.NaN);
    }
}
