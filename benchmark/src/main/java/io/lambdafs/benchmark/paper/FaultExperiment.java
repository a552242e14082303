package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.stack.InstanceKiller;
import io.lambdafs.benchmark.stack.LimitedStack;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The burst workload while instances are killed, of each function in turn: figure 15. */
final class FaultExperiment implements Experiment {
    /** So that an instance less is what is slow, and not the load. */
    private static final int LEAST_RATE = 200;

    private static final String FOUND =
            "An active instance was killed every 30 s, of each function in turn, and λFS completed the workload as generated, its burst included. The"
                    + " throughput fell a little after each kill and rose briefly afterwards, when clients sent requests again.";
    private static final String HIDDEN =
            "The loss of a machine: processes are killed, and their machine goes on. Times are shorter than in the paper as the whole workload is, so"
                    + " kills are a larger part of it.";

    @Override
    public String name() {
        return "faults";
    }

    @Override
    public List<Section> run(PaperLab lab) throws IOException, InterruptedException {
        int rate = lab.options().rate() == 0 ? LEAST_RATE : lab.options().rate();
        BurstLoad load = new BurstLoad(rate, lab.pick(4, 3), lab.options().small());
        try (MetadataService service = lab.start(Mode.LAMBDAFS, Setup.ofThisMachine(), lab.pick(130, 25))) {
            LimitedStack stack = service.stack();
            if (stack == null) {
                throw new IOException("there are no instances that could be killed");
            }
            List<Double> kills = Collections.synchronizedList(new ArrayList<>());
            Thread killer = new Thread(() -> kill(lab, service, stack, load, kills), "killer");
            killer.setDaemon(true);
            killer.start();
            try {
                PhaseMeasurement run = BurstExperiment.run(lab, service, "faults", load);
                return List.of(section(run, load, List.copyOf(kills)));
            } finally {
                killer.interrupt();
                killer.join();
            }
        }
    }

    /** Kills an instance of each function in turn, while the load lasts. */
    private static void kill(
            PaperLab lab, MetadataService service, LimitedStack stack, BurstLoad load, List<Double> kills) {
        int every = lab.pick(8, 2);
        try {
            long begin = service.awaitPhase();
            for (int i = 1; i * every < load.seconds(); i++) {
                long wait = begin + TimeUnit.SECONDS.toMillis((long) i * every) - System.currentTimeMillis();
                TimeUnit.MILLISECONDS.sleep(Math.max(0, wait));
                String function = "namenode" + i % Setup.ofThisMachine().deployments();
                if (InstanceKiller.killOldest(stack.platform(), function)) {
                    kills.add((System.currentTimeMillis() - begin) / 1e3);
                }
            }
        } catch (IOException e) {
            lab.say("no instance could be killed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Section section(PhaseMeasurement run, BurstLoad load, List<Double> kills) {
        Section section = new Section("fig15", "Figure 15: fault tolerance", FOUND, HIDDEN);
        List<DataTable.Column> columns = List.of(
                new DataTable.Column("due", run.each(Count.OFFERED)),
                new DataTable.Column("done", run.each(Count.COMPLETED)),
                new DataTable.Column("failed", run.each(Count.FAILED)));
        List<DataTable.Column> instances = List.of(new DataTable.Column("instances", run.instances()));
        List<DataTable.Column> all = new ArrayList<>(columns);
        all.addAll(instances);
        section.data(DataTable.ofSeconds("fig15", all));
        List<LineChart.Mark> marks =
                kills.stream().map(second -> new LineChart.Mark(second, "kill")).toList();
        section.draw(page -> page.chart(Charts.seconds("operations", "1/s", columns, marks)));
        section.draw(page -> page.chart(Charts.seconds("instances", "", instances, marks)));
        section.compare(String.format(
                Locale.ROOT,
                "%d kills. Of %d operations %d were done and %d failed; %.3f of the burst within it; mean %.1f ms, p99 %.0f ms. The base rate"
                        + " is %d operations a second.",
                kills.size(),
                run.phase().total(Count.OFFERED),
                run.phase().succeeded(),
                run.phase().failed(),
                run.shareDone(load.burstFrom(), load.burstTo()),
                run.meanMillis(),
                run.millisAt(99),
                load.rate()));
        section.must(Target.atLeast("faults: instances killed", kills.size(), 1, ""));
        section.must(Target.atMost(
                "faults: operations that failed", (double) run.phase().failed(), 0, ""));
        section.must(Target.atLeast(
                "faults: share of all operations that was done",
                (double) run.phase().succeeded() / run.phase().total(Count.OFFERED),
                1,
                ""));
        section.must(Target.atLeast("faults: namespace as it must be", run.namespaceRight() ? 1 : 0, 1, ""));
        return section;
    }
}
