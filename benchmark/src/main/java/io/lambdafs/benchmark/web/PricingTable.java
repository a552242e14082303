package io.lambdafs.benchmark.web;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.cost.Functions;
import io.lambdafs.benchmark.cost.Servers;
import java.util.List;

/**
 * Table 1: dollars for a million requests.
 *
 * @param rows what is paid for, and how much
 */
record PricingTable(List<Row> rows) {
    private static final int MEMORY_MB = 256;
    private static final int A_CORE = 1_000;

    /** The part of its capacity that a server is used on average, in the paper: twofold for faults, twofold for peaks. */
    private static final double USUAL_USE = 0.25;

    PricingTable {
        rows = List.copyOf(rows);
    }

    /** A price; {@code unit} is that of its value. */
    record Row(String what, double value, String unit) {}

    /**
     * Reckons it.
     *
     * @param function the run as a function; its steps that kept up with their clients count, if there are any
     * @param server the run as a server
     */
    static PricingTable of(RisingLoad.Run function, RisingLoad.Run server) {
        boolean any = function.steps().stream().anyMatch(Step::keptUp);
        List<BlogHost.InstanceTime> times = function.steps().stream()
                .filter(step -> step.keptUp() || !any)
                .map(Step::time)
                .toList();
        long calls = times.stream().mapToLong(BlogHost.InstanceTime::calls).sum();
        double seconds =
                times.stream().mapToDouble(BlogHost.InstanceTime::seconds).sum();
        Functions core = new Functions(calls, seconds, new Cost(MEMORY_MB, A_CORE));
        Functions memory = new Functions(calls, seconds, new Cost(MEMORY_MB, 0));
        Servers full = new Servers(1, server.capacity());
        return new PricingTable(List.of(
                new Row("instance time of a request", seconds / calls * 1e3, "ms"),
                new Row("API gateway", Functions.GATEWAY_PER_MILLION, "$"),
                new Row("functions, priced as a core each", core.functionsPerMillion(), "$"),
                new Row("functions, priced as 256 MB each", memory.functionsPerMillion(), "$"),
                new Row("functions, total with a core each", core.totalPerMillion(), "$"),
                new Row("load balancer, server at its capacity", full.balancerPerMillion(), "$"),
                new Row("m5.large at its capacity", full.machinesPerMillion(), "$"),
                new Row("server, total at its capacity", full.totalPerMillion(), "$"),
                new Row(
                        "server, total at the average of this run",
                        new Servers(1, server.average()).totalPerMillion(),
                        "$"),
                new Row(
                        "server, total at a quarter of its capacity",
                        new Servers(1, USUAL_USE * server.capacity()).totalPerMillion(),
                        "$"),
                new Row(
                        "functions cost less than the server up to",
                        full.breakEvenPerSecond(core.totalPerMillion()),
                        "requests/s")));
    }
}
