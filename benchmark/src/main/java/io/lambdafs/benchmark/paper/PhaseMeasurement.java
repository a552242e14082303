package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Bill;
import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.cost.Usage;
import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.Event;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.SecondResult;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * One phase of a run of {@code lambdafs-bench} on one system.
 *
 * @param servers what the machine showed in each second; none of stock HDFS
 * @param usage what it used
 * @param namespaceRight whether the namespace was as it had to be afterwards
 */
record PhaseMeasurement(
        Mode mode,
        PhaseResult phase,
        List<ServerSecond> servers,
        Usage usage,
        List<Event> events,
        boolean namespaceRight) {
    PhaseMeasurement {
        servers = List.copyOf(servers);
        events = List.copyOf(events);
    }

    /** Its bill at these prices. */
    Bill bill(Prices prices) {
        return prices.bill(usage);
    }

    /** What its NameNodes cost in the way in which the paper charges this system, in dollars. */
    double dollars(Prices prices) {
        Bill bill = bill(prices);
        return mode.isServerful() ? bill.serverful() : bill.payPerUse();
    }

    /** Dollars for a million operations. */
    double dollarsPerMillion(Prices prices) {
        return dollars(prices) / phase.succeeded() * 1e6;
    }

    /** Operations a second that each dollar a second buys. */
    double perCost(Prices prices) {
        return phase.succeeded() / dollars(prices);
    }

    /** A count in each second. */
    List<Double> each(Count count) {
        return phase.seconds().stream()
                .map(second -> (double) second.get(count))
                .toList();
    }

    /** Instances in each second; none of a system that has no functions. */
    List<Double> instances() {
        return servers.stream().map(second -> (double) second.present()).toList();
    }

    /** CPU in each second by what used it, in thousandths of a core. */
    List<DataTable.Column> cpu() {
        return List.of(
                cpu("instances", ServerSecond::instanceCpu),
                cpu("store", ServerSecond::storeCpu),
                cpu("coordinator", ServerSecond::coordinatorCpu),
                cpu("platform", ServerSecond::platformCpu),
                cpu("clients", ServerSecond::clientCpu),
                cpu("others", ServerSecond::foreignCpu));
    }

    private DataTable.Column cpu(String name, ToLongFunction<ServerSecond> figure) {
        return new DataTable.Column(
                name,
                servers.stream()
                        .map(second -> (double) figure.applyAsLong(second))
                        .toList());
    }

    /** The most instances that were there at a time. */
    int mostInstances() {
        return servers.stream().mapToInt(ServerSecond::present).max().orElse(0);
    }

    /** CPU of processes that have nothing to do with the run, in thousandths of a core, on average; not a number if nobody looked. */
    double foreignMillis() {
        return servers.stream().mapToLong(ServerSecond::foreignCpu).average().orElse(Double.NaN);
    }

    /** Mean response time, in milliseconds. */
    double meanMillis() {
        return phase.response().getMean() / 1e3;
    }

    /** A percentile of response times, in milliseconds. */
    double millisAt(double percentile) {
        return phase.response().getValueAtPercentile(percentile) / 1e3;
    }

    /**
     * Of the operations that became due in some seconds, the share that was completed by their end or up to a second later, if operations are completed in
     * the order in which they are due.
     *
     * @param from the first of these seconds
     * @param to the first one after them
     */
    double shareDone(int from, int to) {
        List<SecondResult> seconds = phase.seconds();
        long before = sum(seconds, Count.OFFERED, from);
        long due = sum(seconds, Count.OFFERED, to) - before;
        long done = sum(seconds, Count.COMPLETED, to + 1) - before;
        return due == 0 ? Double.NaN : Math.max(0, Math.min(1, (double) done / due));
    }

    /** Operations that were due and had not ended, at the end of each second. */
    List<Double> backlog() {
        List<Double> backlog = new ArrayList<>();
        long open = 0;
        for (SecondResult second : phase.seconds()) {
            open += second.get(Count.OFFERED)
                    - second.get(Count.COMPLETED)
                    - second.get(Count.FAILED)
                    - second.get(Count.DROPPED);
            backlog.add((double) Math.max(0, open));
        }
        return backlog;
    }

    private static long sum(List<SecondResult> seconds, Count count, int to) {
        return seconds.stream().limit(to).mapToLong(second -> second.get(count)).sum();
    }
}
